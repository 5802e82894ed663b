/** Trainers on finished conversations: the loss must fall on what the assistant says, all of it and nothing else. */
import { need, type Profile } from './profile.ts';

export const finetuningProfiles: readonly Profile[] = [
  {
    id: 'trl-sft',
    title: 'TRL SFT, assistant_only_loss',
    builds: 'renders once; the loss mask is what stands in generation blocks',
    needs: [
      need(
        'mask.present',
        'The assistant mask is all zero: training runs, the loss is nan or 0, and nothing is learnt.',
      ),
      need(
        'mask.exact',
        'Tokens that the model samples are left out of the loss, or tokens it never samples are in it; without the stop token inside, the tuned model does not stop.',
      ),
    ],
  },
  {
    id: 'ms-swift',
    title: 'ms-swift',
    builds: 'has templates of its own in Python for each family',
    needs: [
      need(
        'engines.agree',
        'Other renderers print other bytes for this template: what was trained is not what a server sends.',
      ),
    ],
  },
  {
    id: 'axolotl',
    title: 'axolotl',
    builds: 'finds the content of each turn by the difference of a render with a dummy in its place',
    needs: [
      need(
        'survive.fields',
        'Content that the template drops or rewrites is not found in the render: the turn is left without a mask, with a warning in the log at best.',
      ),
      need(
        'survive.verbatim',
        'Content that is trimmed or split is found at another place than it was rendered at: tokens at the edges of the turn are left out of the loss, or scaffold is in it.',
      ),
      need(
        'stop.known',
        'The end of a turn is not an eos token: train_on_eos has nothing to train and the model runs on.',
      ),
    ],
  },
  {
    id: 'unsloth',
    title: 'unsloth, train_on_responses_only',
    builds: 'searches the ids for the ids of an instruction marker and a response marker',
    needs: [
      need(
        'marker.atomic',
        'A marker that is not one token encodes otherwise inside a conversation than alone and is not found: all labels of the sample are -100, and the loss is 0 or the sample is dropped with a warning.',
      ),
      need(
        'seam.merge',
        'Where an answer begins so that it merges with the end of the response marker, the marker is not found there, and the turn is left out of the loss.',
      ),
    ],
  },
  {
    id: 'llama-factory',
    title: 'LLaMA-Factory v1',
    builds: 'renders prompt and whole, and takes what follows the prompt as the response',
    needs: [
      need(
        'seam.generation',
        'Preparing the data stops with an error: the prompt is not the beginning of the rendered conversation.',
      ),
    ],
  },
];
