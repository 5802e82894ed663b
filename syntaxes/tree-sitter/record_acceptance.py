#!/usr/bin/env python3
"""Records what Jinja2's parser says of the templates in test-fixtures/grammar/acceptance.json.

usage: record_acceptance.py [MORE.jsonl ...]

Each line of a further file is a template (a JSON string) or an object with a `template`; those are added to the
fixture. Every recorded answer is renewed: null where Jinja2 parses the template, else the error's class and message.
Only parsing is asked about: an unknown filter or a `break` outside a loop is no matter of the grammar.
"""
import json
import pathlib
import platform
import sys

import jinja2
from jinja2 import ext, nodes, sandbox

FIXTURE = pathlib.Path(__file__).parents[2] / "test-fixtures" / "grammar" / "acceptance.json"


class Generation(ext.Extension):
    """Only so far that the parser knows the tag."""

    tags = {"generation"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(("name:endgeneration",), drop_needle=True)
        return nodes.Scope(body, lineno=line)


def added_templates(paths):
    for path in paths:
        for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
            if line.strip():
                entry = json.loads(line)
                yield entry if isinstance(entry, str) else entry["template"]


def verdict(environment, template):
    try:
        environment.parse(template)
        return None
    except jinja2.TemplateSyntaxError as error:
        return f"{type(error).__name__}: {error.message}"


def main():
    environment = sandbox.ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[ext.loopcontrols, Generation]
    )
    known = json.loads(FIXTURE.read_text(encoding="utf-8"))["cases"] if FIXTURE.exists() else []
    templates = dict.fromkeys([template for template, _ in known] + list(added_templates(sys.argv[1:])))
    cases = [[template, verdict(environment, template)] for template in templates]
    lines = ",\n    ".join(json.dumps(case, ensure_ascii=False) for case in cases)
    FIXTURE.write_text(
        f'{{\n  "python": "{platform.python_version()}",\n  "jinja2": "{jinja2.__version__}",\n'
        f'  "cases": [\n    {lines}\n  ]\n}}\n',
        encoding="utf-8",
    )
    refused = sum(answer is not None for _, answer in cases)
    print(f"{len(cases)} templates, {refused} of them refused")


main()
