"""`rosetta publish`: the newest snapshot to a cluster, for many servers."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli.options import with_settings
from app.settings import Settings
from ingest.errors import RosettaError, SnapshotError
from ingest.snapshot import Home


@click.command()
@click.option("--records", help="Folder that servers fetch the record from (ROSETTA_RECORDS).")
@click.option("--replicas", default=1, show_default=True, type=click.IntRange(0, 9), help="Copies of each shard.")
@with_settings
def publish(settings: Settings, records: str | None, replicas: int) -> None:
    """Publish the newest snapshot to the OpenSearch cluster at ROSETTA_OPENSEARCH_URL.

    What serves stays until all is loaded and verified, then the alias is turned in one step.
    """
    from ingest.index.opensearch.cluster import Cluster
    from ingest.publication import publish as publish_snapshot

    folder = records or settings.records
    if not folder or folder.startswith(("http://", "https://")):
        raise RosettaError("no folder to lay the record out in", where="--records", hint="servers may read it by http")
    snapshot = Home(settings.home).sound()
    if snapshot is None:
        raise SnapshotError("nothing is built yet", where=str(settings.home), hint="run rosetta build")
    cluster = Cluster(seconds=60)
    try:
        published = publish_snapshot(snapshot, cluster, Path(folder), replicas=replicas, progress=_say)
    finally:
        cluster.close()
    click.echo(f"published {snapshot.name} as {published.name}: {snapshot.manifest.counts.get('rulings', 0)} rulings")


def _say(stage: str) -> None:
    click.echo(stage, err=True)
