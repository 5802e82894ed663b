/** Trainers that sample: the gradient must fall on the ids that the model produced. */
import { everyAppend, need, needs, type Profile } from './profile.ts';

export const reinforcementProfiles: readonly Profile[] = [
  {
    id: 'trl-grpo',
    title: 'TRL GRPO with tools',
    builds: 'joins sampled ids with the tool suffix of a dummy conversation, cut after its last stop token',
    needs: [
      need(
        'append.tool',
        'GRPOTrainer takes the tool suffix from a render whose beginning changed: the ids it appends are not those of the conversation, and the policy is updated on a context it never sampled in. No error is raised.',
      ),
      need(
        'delta.context-free',
        'The suffix of the dummy conversation is not the suffix of the real one: tool results reach the model with the name or the framing of the dummy.',
      ),
    ],
  },
  {
    id: 'verl-delta',
    title: 'verl, message deltas',
    builds: 'renders each message after a fixed base conversation and keeps what was added',
    needs: [
      need(
        'delta.context-free',
        'Each message is tokenized behind a base conversation that is not its own: the training ids differ from those of a whole render, and the sanity check of the tokenization warns or is switched off.',
      ),
      need(
        'system.constant',
        'A default system prompt that is not the same in every render is cut off at the wrong place: part of it stays in every message.',
      ),
    ],
  },
  {
    id: 'verl-continuous',
    title: 'verl, continuous tokens',
    builds:
      'keeps sampled ids and appends the difference of two synthetic renders, with a seam per model family',
    needs: [
      need(
        'append.tool',
        'The difference of the two synthetic renders is not a suffix: the appended ids begin in the middle of the turn before.',
      ),
      need(
        'delta.concat',
        'No known rule joins sampled ids and delta: a separator is missing or stands twice behind the stop token.',
      ),
    ],
  },
  {
    id: 'slime',
    title: 'slime',
    builds: 'finds turns by literal markers in renders of single messages',
    needs: [
      need(
        'marker.atomic',
        'A marker that is not one token has other ids beside other text and is not found in the sample: its turns get no loss mask, or one that is shifted, and the rollout goes on.',
      ),
      need(
        'stop.known',
        'The stop token is not part of the assistant turn, or is none to the server: the model is never trained to stop and rollouts run to their length limit.',
      ),
    ],
  },
  {
    id: 'miles',
    title: 'Miles',
    builds: 'takes the new text behind the last render and encodes it alone',
    needs: [
      ...needs(
        ['append.tool', 'append.user', 'append.system'],
        'The old render is not a prefix of the new one: the session is refused or the new text starts at the wrong character.',
      ),
      need(
        'delta.concat',
        'The new text encoded alone gives other ids than inside the whole: the first tokens behind the stop token are ones that the model does not meet at inference, and log probabilities of the trainer and the server part there.',
      ),
    ],
  },
  {
    id: 'prime-rl',
    title: 'prime-rl and verifiers',
    builds: 'bridges turns while the render grows, and starts a new sample where it does not',
    needs: [
      ...needs(
        everyAppend,
        'Each turn at which the history is rewritten begins a new training sample: an episode becomes many samples whose prompts repeat, and cost grows with the square of the turns.',
      ),
      need(
        'seam.generation',
        'The prompt that was sampled from is not the beginning of the finished turn: every turn begins a new training sample.',
      ),
    ],
  },
  {
    id: 'areal',
    title: 'AReaL (concat)',
    builds: 'cuts a full render after its k-th stop token and puts the sampled ids before the rest',
    needs: [
      need(
        'stop.count',
        'The k-th stop token is not the end of the k-th turn: a turn is dropped or stands twice, without a check.',
      ),
      ...needs(
        everyAppend,
        'The text behind the cut belongs to another history than the sampled ids before it; the slice is not checked.',
      ),
    ],
  },
  {
    id: 'torchforge',
    title: 'TorchForge',
    builds: 'renders the growing conversation and slices off as many ids as it had before',
    needs: needs(
      everyAppend,
      'As many ids as before are sliced off a render that begins otherwise: the new message starts in the middle of a token sequence, without a check.',
    ),
  },
  {
    id: 'skyrl',
    title: 'SkyRL',
    builds: 'renders each message behind a fixed base and cuts after the last stop token',
    needs: [
      need(
        'stop.count',
        'The cut after the last stop token is at the wrong turn: the observation is dropped, or the base comes along.',
      ),
      need(
        'system.constant',
        'What the template adds to the fixed base of its own accord (a default prompt, an empty thinking block) is left in each observation.',
      ),
    ],
  },
  {
    id: 'nemo-rl',
    title: 'NeMo-RL',
    builds: 'takes the character difference of successive renders and encodes each chunk alone',
    needs: [
      ...needs(
        everyAppend,
        'The difference is counted in characters from the length of an older render that is not a prefix: each later chunk is shifted.',
      ),
      need(
        'delta.concat',
        'The chunk of a tool or user message encoded alone gives other ids than the whole: tokens at its border differ from those of the rollout.',
      ),
      need(
        'seam.merge',
        'The chunk of an answer encoded alone does not begin with the ids that are sampled behind the header: where it merges with the newline before it, or gets a blank of its own, the loss falls on a token that the model never samples there.',
      ),
    ],
  },
  {
    id: 'openrlhf',
    title: 'OpenRLHF',
    builds: 'joins prompt ids, sampled ids and observation ids as they are',
    needs: [
      need(
        'seam.generation',
        'The joined ids are not those of a rendered conversation: what the template writes at the start of a turn is missing or stands twice.',
      ),
      need(
        'stop.tail',
        'What the template writes after the stop token is never sampled and so is missing between turns.',
      ),
    ],
  },
];
