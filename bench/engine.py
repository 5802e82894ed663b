"""Times CPython's Jinja2, inside Python: a JSON line {"template", "context", "rounds"} in, medians in microseconds out."""

import json
import statistics
import sys
import time

import jinja2
import jinja2.ext
import jinja2.nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment


class Generation(jinja2.ext.Extension):
    tags = {"generation"}

    def parse(self, parser):
        next(parser.stream)
        body = parser.parse_statements(("name:endgeneration",), drop_needle=True)
        return jinja2.nodes.CallBlock(self.call_method("as_it_is"), [], [], body)

    def as_it_is(self, caller):
        return caller()


def fail(message):
    raise jinja2.TemplateError(message)


def environment():
    env = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[Generation, jinja2.ext.loopcontrols]
    )
    env.filters["tojson"] = lambda value, **options: json.dumps(value, ensure_ascii=False, **options)
    env.globals.update(raise_exception=fail, strftime_now=time.strftime)
    return env


def median_of(work, rounds):
    times = []
    for _ in range(rounds):
        start = time.perf_counter_ns()
        work()
        times.append((time.perf_counter_ns() - start) / 1000)
    return statistics.median(times)


if __name__ == "__main__":
    for line in sys.stdin:
        request = json.loads(line)
        source, context, rounds = request["template"], request["context"], request["rounds"]
        try:
            template = environment().from_string(source)
            render = median_of(lambda: template.render(**context), rounds)
        except Exception:  # the conversation does not suit the template: nothing to time
            render = None
        compiled = median_of(lambda: environment().from_string(source), 5)
        print(json.dumps({"version": jinja2.__version__, "render": render, "compile": compiled}), flush=True)
