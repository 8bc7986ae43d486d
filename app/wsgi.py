"""The application as a WSGI server finds it: `app.wsgi:application`, set up by the environment."""

from app import create_app
from app.following import follow
from app.http.logs import configure
from app.settings import Settings

settings = Settings.from_environment()
configure(settings.log)
following = follow(settings)
application = create_app(settings=settings)
