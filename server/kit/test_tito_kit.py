"""Replays the conversations that the kit brings along: `python3 -m unittest` in this folder.

Without a tokenizer at hand, `encode` knows the texts of the kit only. To test with yours, set TITO_TOKENIZER to what
`transformers.AutoTokenizer.from_pretrained` takes.
"""

import json
import os
import unittest

from tito_kit import Kit, KitError, Sample

HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "tito-kit.json"), encoding="utf-8") as file:
    DATA = json.load(file)


def recorded_encode():
    anchor = DATA["stop"][0]
    known = {anchor["text"]: [anchor["id"]]}
    for rollout in DATA["rollouts"]:
        for step in rollout["steps"]:
            if "append" in step:
                known[anchor["text"] + step["append"]["text"]] = [anchor["id"], *step["append"]["ids"]]
    return known.__getitem__


def encode():
    name = os.environ.get("TITO_TOKENIZER")
    if name is None:
        return recorded_encode()
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(name)
    return lambda text: tokenizer.encode(text, add_special_tokens=False)


class Replayed(unittest.TestCase):
    def setUp(self):
        self.kit = Kit(DATA, encode())

    def test_every_conversation_has_its_ids_and_its_mask(self):
        self.assertTrue(DATA["rollouts"])
        for rollout in DATA["rollouts"]:
            with self.subTest(rollout["trajectory"]):
                sample = Sample(self.kit, rollout["prompt"])
                for step in rollout["steps"]:
                    if step["kind"] == "sampled":
                        sample.sampled(step["ids"], [-0.5] * len(step["ids"]))
                    elif step["kind"] == "tool":
                        sample.tools(step["messages"])
                    else:
                        sample.user(step["messages"][0]["content"])
                self.assertEqual(sample.ids, rollout["ids"])
                self.assertEqual(sample.mask, rollout["mask"])
                known = [int(value is not None) for value in sample.logprobs]
                self.assertEqual(known, rollout["mask"])

    def test_nothing_follows_a_turn_that_was_cut_off(self):
        rollout = DATA["rollouts"][0]
        sample = Sample(self.kit, rollout["prompt"])
        sample.sampled(rollout["steps"][0]["ids"][:-1])
        self.assertFalse(sample.may_dispatch)
        with self.assertRaises(KitError):
            sample.tools([{"content": "", "name": "", "tool_call_id": ""}])

    def test_the_model_answers_before_more_is_appended(self):
        rollout = next(one for one in DATA["rollouts"] if one["steps"][1]["kind"] == "tool")
        sample = Sample(self.kit, rollout["prompt"])
        sample.sampled(rollout["steps"][0]["ids"])
        sample.tools(rollout["steps"][1]["messages"])
        with self.assertRaises(KitError):
            sample.tools(rollout["steps"][1]["messages"])

    def test_an_answer_is_text(self):
        with self.assertRaises(KitError):
            self.kit.delta("tool", [{"content": {"degrees": 21}, "name": {}, "tool_call_id": {}}])

    def test_a_rewritten_history_is_context(self):
        rollout = DATA["rollouts"][0]
        sample = Sample(self.kit, rollout["prompt"])
        sample.sampled(rollout["steps"][0]["ids"])
        before = sample.rewrite(rollout["prompt"])
        self.assertEqual(sum(before["mask"]), len(rollout["steps"][0]["ids"]))
        self.assertEqual(sum(sample.mask), 0)


if __name__ == "__main__":
    unittest.main()
