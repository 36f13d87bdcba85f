"""`cardkit schema`: what rules files look like, for editors."""

from __future__ import annotations

import click

from cardkit.cli.command import command
from cardkit.cli.output import write


@command("schema")
@click.argument("family", metavar="FAMILY")
def schema_command(family: str) -> None:
    """Print the JSON Schema of the rules files of a family, patience or tricks.

    Editors that know YAML complete and check a rules file whose first line names the schema.

    \b
    Examples:
      cardkit schema patience > patience.schema.json
      (first line: # yaml-language-server: $schema=patience.schema.json)
    """
    from cardkit.rulesschema import schema_text

    try:
        text = schema_text(family)
    except ValueError as error:
        raise click.BadParameter(f"{error}", param_hint="FAMILY") from error
    write(text.removesuffix("\n"))
