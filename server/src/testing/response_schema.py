"""Reads JSON lines {schema, text}; writes what `response_schema` makes of the text, or {"error": ...}.

An interpreter of the nodes that the export uses, with Python's own `re` and `json`.
"""
import json
import re
import sys


def read(content, node):
    if "const" in node:
        return node["const"]
    if content is None:
        return None
    if "x-regex" in node:
        content = group_of(re.search(node["x-regex"], content, re.DOTALL))
        if content is None:
            return None
    if "x-regex-iterator" in node:
        content = [group_of(found) for found in re.finditer(node["x-regex-iterator"], content, re.DOTALL)]
        if not content:
            return None
    if "x-regex-key-value" in node:
        found = re.finditer(node["x-regex-key-value"], content, re.DOTALL)
        content = {each["key"]: each["value"] for each in found} or node.get("default")
    if node.get("x-parser") == "json":
        content = parsed(content, node.get("x-parser-args", {}))
    return typed(content, node)


def group_of(found):
    if found is None:
        return None
    groups = found.groups()
    assert len(groups) == 1, "one group, no more and no fewer"
    return groups[0]


def parsed(content, args):
    try:
        data = json.loads(content)
    except json.JSONDecodeError:
        if args.get("allow_non_json"):
            return content
        raise
    return selected(data, args["transform"]) if "transform" in args else data


def selected(data, query):
    """`[*].{a: b.c, d: 'e', f: {...}}`: as much of JMESPath as is written."""
    query = query.strip()
    if query.startswith("[*]."):
        return [selected(each, query[4:]) for each in data]
    if query.startswith("{"):
        return {key: selected(data, rest) for key, rest in members(query[1:-1])}
    if query.startswith("'"):
        return query[1:-1]
    for name in query.split("."):
        data = data.get(name) if isinstance(data, dict) else None
    return data


def members(text):
    depth, start = 0, 0
    for at, character in enumerate(text + ","):
        depth += {"{": 1, "}": -1}.get(character, 0)
        if character == "," and depth == 0:
            key, rest = text[start:at].split(":", 1)
            yield key.strip(), rest
            start = at + 1


def typed(content, node):
    kind = node["type"]
    if kind == "object":
        properties = node.get("properties", {})
        if isinstance(content, str):
            read_all = {key: read(content, child) for key, child in properties.items()}
            return {key: value for key, value in read_all.items() if value is not None}
        result = {key: read(content[key], child) for key, child in properties.items() if key in content}
        if "additionalProperties" in node:
            others = (key for key in content if key not in properties)
            result.update({key: read(content[key], node["additionalProperties"]) for key in others})
        return result
    if kind == "array":
        return [read(each, node["items"]) for each in content]
    if kind == "string":
        assert isinstance(content, str), "a text"
    return content


for line in sys.stdin:
    job = json.loads(line)
    try:
        answer = read(job["text"], job["schema"])
    except Exception as problem:
        answer = {"error": repr(problem)}
    print(json.dumps(answer))
