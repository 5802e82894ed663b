"""Token-In, Token-Out for one chat template: keep what was sampled, append what the template adds.

Reads tito-kit.json. Standard library only: `encode` is yours and turns text into ids without adding special tokens,
such as `lambda text: tokenizer.encode(text, add_special_tokens=False)`.

    kit = Kit.load("tito-kit.json", encode)
    sample = Sample(kit, prompt_ids)
    sample.sampled(turn_ids, logprobs)
    if sample.may_dispatch:
        sample.tools([{"content": "21 degrees", "name": "get_weather", "tool_call_id": "call00001"}])
    sample.ids, sample.mask, sample.logprobs
"""

import json


class KitError(ValueError):
    """What would make a wrong training sample. The message says what to do."""


class Kit:
    def __init__(self, data, encode):
        if data["format"] != 1:
            raise KitError(f"This file has format {data['format']}: it needs a newer tito_kit.py.")
        self.data = data
        self.encode = encode
        self.stop_ids = {stop["id"] for stop in data["stop"]}
        self.anchor = data["stop"][0]
        if list(encode(self.anchor["text"])) != [self.anchor["id"]]:
            raise KitError(
                f"`encode` does not give {self.anchor['text']} its id: another tokenizer, or special tokens are added."
            )

    @classmethod
    def load(cls, path, encode):
        with open(path, encoding="utf-8") as file:
            return cls(json.load(file), encode)

    def delta(self, role, messages):
        """Ids that such messages add behind a stop token, through the next generation prompt."""
        rule = self.data["append"][role]
        if rule is None:
            why = self.data["append"]["userRefused"]
            raise KitError(f"There is no rule for messages of role {role}: {why}.")
        if not messages or (len(messages) > 1 and rule["separator"] is None):
            raise KitError("One message at a time: this template has no frame for several.")
        items = ["".join(map(_written(message), rule["item"])) for message in messages]
        text = rule["tail"] + rule["open"] + (rule["separator"] or "").join(items) + rule["close"]
        # Behind the stop token, as in the conversation: some tokenizers treat the start of a text otherwise.
        return list(self.encode(self.anchor["text"] + text))[1:]


def _written(message):
    spellings = {
        "verbatim": lambda text: text,
        "trimmed": str.strip,
        "json": lambda text: json.dumps(text, ensure_ascii=False),
    }

    def part(one):
        if "text" in one:
            return one["text"]
        if one["field"] not in message:
            raise KitError(f"The message needs {one['field']!r}: the template writes it.")
        value = message[one["field"]]
        if not isinstance(value, str):
            raise KitError(f"{one['field']!r} has to be text, as the template is given it: json.dumps it yourself.")
        return spellings[one["as"]](value)

    return part


class Sample:
    """One training sample. `mask` is 1 where the loss counts; `logprobs` is None where nothing was sampled."""

    def __init__(self, kit, prompt_ids):
        self.kit = kit
        self.frozen = []
        self._start(prompt_ids)

    def _start(self, ids):
        self.ids, self.mask, self.logprobs = [], [], []
        self.state = "asked"
        self._add(ids, 0, None)
        self.prompt_length = len(self.ids)

    def _add(self, ids, counts, logprobs):
        ids = [int(one) for one in ids]
        if not ids:
            raise KitError("There is nothing to add.")
        if logprobs is not None and len(logprobs) != len(ids):
            raise KitError(f"{len(ids)} ids came with {len(logprobs)} log-probabilities.")
        self.ids += ids
        self.mask += [counts] * len(ids)
        self.logprobs += [None] * len(ids) if logprobs is None else list(logprobs)

    @property
    def may_dispatch(self):
        """Whether the turn is finished. The tool calls of a turn that was cut off must not be run."""
        return self.state == "stopped"

    def sampled(self, ids, logprobs=None):
        """A turn as the model gave it, stop token included. Without one it was cut off, and may go on later."""
        if self.state == "stopped":
            raise KitError("The turn has ended: append what follows it first.")
        ids = list(ids)
        if any(one in self.kit.stop_ids for one in ids[:-1]):
            raise KitError("A stop token stands inside the turn: cut the turn there.")
        self._add(ids, 1, logprobs)
        self.state = "stopped" if ids[-1] in self.kit.stop_ids else "cut off"

    def tools(self, messages):
        self._append("tool", messages)

    def user(self, content):
        self._append("user", [{"content": content}])

    def _append(self, role, messages):
        if self.state == "cut off":
            raise KitError(
                "The turn was cut off: nothing follows it, and no stop token is made up. End the sample here."
            )
        if self.state == "asked":
            raise KitError("It is the model's turn: give all answers of tools in one call, and sample before the next.")
        self._add(self.kit.delta(role, messages), 0, None)
        self.state = "asked"

    def rewrite(self, ids):
        """The history is another now: all of it is context. Returns what was there, to be trained on by itself."""
        before = {"ids": self.ids, "mask": self.mask, "logprobs": self.logprobs}
        self._start(ids)
        self.frozen.append(before)
        return before
