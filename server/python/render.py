#!/usr/bin/env python3
"""Renders chat templates with this Python's own Jinja2: JSON lines in, one JSON line out for each.

Set up by `transformers` itself where it can be imported, else as `transformers` does it, with Jinja2 3.1 or newer.

  {"id": 1, "op": "versions"}
      -> {"id": 1, "python": "3.11.7", "jinja2": "3.1.6", "transformers": "4.57.1" | null}
  {"id": 2, "op": "compile", "template": "..."}
      -> {"id": 2, "ok": true}
  {"id": 3, "op": "render", "template": "...", "context": {...}, "now": "2025-07-10T12:00:00"}
      -> {"id": 3, "text": "...", "generation": [[start, end], ...]}     offsets in code points
  {"id": 4, "op": "batch", "requests": [{"op": "render", ...}, ...]}
      -> {"id": 4, "answers": [{"text": ...}, ...]}                      without ids, in order
  A template that fails
      -> {"id": 3, "error": {"type": class, "message": str, "phase": "parse" | "render", "line": int | null}}

If Jinja2 is missing or too old the only line printed is {"fatal": what to do}.
"""

import json
import os
import sys
import warnings
from datetime import datetime

OLDEST_JINJA2 = (3, 1)
MEMORY_LIMIT = 4 * 1024**3


def fatal(what_to_do):
    print(json.dumps({"fatal": what_to_do}), flush=True)
    sys.exit(1)


try:
    import jinja2
    import jinja2.ext
    import jinja2.nodes
    import jinja2.sandbox
except ImportError:
    fatal("This Python has no Jinja2. Install it there: pip install 'jinja2>=3.1'")

if tuple(int(part) for part in jinja2.__version__.split(".")[:2]) < OLDEST_JINJA2:
    fatal(f"Jinja2 {jinja2.__version__} is too old. Upgrade it: pip install 'jinja2>=3.1'")


class GenerationTracker(jinja2.ext.Extension):
    """`{% generation %}`: notes which part of what was printed so far the block wrote."""

    tags = {"generation"}

    def __init__(self, environment):
        super().__init__(environment)
        environment.extend(printed=None, generated=None)

    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(("name:endgeneration",), drop_needle=True)
        return jinja2.nodes.CallBlock(self.call_method("note"), [], [], body).set_lineno(line)

    def note(self, caller):
        text = caller()
        start = sum(map(len, self.environment.printed))
        self.environment.generated.append((start, start + len(text)))
        return text


class OwnSetUp:
    """What `transformers` sets up, where it is not installed."""

    transformers = None

    def __init__(self):
        self.environment = jinja2.sandbox.ImmutableSandboxedEnvironment(
            trim_blocks=True, lstrip_blocks=True, extensions=[GenerationTracker, jinja2.ext.loopcontrols]
        )
        self.environment.filters["tojson"] = tojson
        self.environment.globals["raise_exception"] = raise_exception

    def compile(self, source):
        return self.environment.from_string(source)

    def render(self, template, context):
        printed = self.environment.printed = []
        generated = self.environment.generated = []
        for piece in template.generate(**context):
            printed.append(piece)
        return "".join(printed), generated


class TransformersSetUp:
    """The environment that the installed `transformers` compiles chat templates with."""

    def __init__(self):
        import transformers
        from transformers.utils.chat_template_utils import _compile_jinja_template

        self.transformers = transformers.__version__
        self.compile = getattr(_compile_jinja_template, "__wrapped__", _compile_jinja_template)
        self.compile("")

    def render(self, template, context):
        printed, generated = [], []
        with template.environment.activate_tracker(printed, generated):
            for piece in template.generate(**context):
                printed.append(piece)
        return "".join(printed), generated


def tojson(value, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)


def raise_exception(message):
    raise jinja2.exceptions.TemplateError(message)


def strftime_now(now):
    def strftime_now(format):
        return now.strftime(format)

    strftime_now.__qualname__ = "strftime_now"  # as messages about its arguments name it
    return strftime_now


def set_up():
    try:
        return TransformersSetUp()
    except Exception:  # absent, broken, or of a version that is built differently
        return OwnSetUp()


def error_of(failure, phase):
    # A bare TemplateError is what raise_exception raises; Jinja2 itself raises subclasses.
    raised = type(failure) is jinja2.exceptions.TemplateError
    return {
        "type": "TemplateRaised" if raised else type(failure).__name__,
        "message": str(failure),
        "phase": phase,
        "line": getattr(failure, "lineno", None),
    }


class Renderer:
    """Answers requests; keeps the last compiled templates."""

    KEPT = 64

    def __init__(self):
        self.set_up = set_up()
        self.compiled = {}

    def answer(self, request):
        if request["op"] == "versions":
            return {
                "python": ".".join(map(str, sys.version_info[:3])),
                "jinja2": jinja2.__version__,
                "transformers": self.set_up.transformers,
            }
        if request["op"] == "batch":
            return {"answers": [self.answer(each) for each in request["requests"]]}
        phase = "parse"
        try:
            template = self.compile(request["template"])
            if request["op"] == "compile":
                return {"ok": True}
            phase = "render"
            now = datetime.fromisoformat(request["now"]) if "now" in request else datetime.now()
            template.environment.globals["strftime_now"] = strftime_now(now)
            text, generation = self.set_up.render(template, request["context"])
            return {"text": text, "generation": generation}
        except Exception as failure:  # each failure of a template is an answer
            return {"error": error_of(failure, phase)}

    def compile(self, source):
        if source not in self.compiled:
            if len(self.compiled) >= self.KEPT:
                self.compiled.clear()
            self.compiled[source] = self.set_up.compile(source)
        return self.compiled[source]


def limit_memory():
    """A template that builds an endless string gets a MemoryError, where the system has such limits."""
    try:
        import resource

        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_LIMIT, hard))
    except (ImportError, OSError, ValueError):
        return


def main():
    limit_memory()
    # Whatever a library prints must not get between the answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    warnings.simplefilter("ignore")
    renderer = Renderer()
    for line in sys.stdin.buffer:
        if line.strip():
            request = json.loads(line)
            answers.write(json.dumps({"id": request["id"], **renderer.answer(request)}) + "\n")
            answers.flush()


if __name__ == "__main__":
    main()
