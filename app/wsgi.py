"""The application as a WSGI server finds it: `app.wsgi:application`, set up by the environment."""

from app import create_app

application = create_app()
