import { conversationOf } from '../../conversation/suite.ts';
import { tracedText } from '../blame/causes.ts';
import { hasGenerationBlocks } from './maskExact.ts';
import { faultProperty } from './faultProperty.ts';

export const maskPresent = faultProperty<null>({
  id: 'mask.present',
  title: 'There is a loss mask',
  definition: 'R(M, off) has a generation span of some text for every conversation with an assistant turn',
  explanation: `Trainers that compute the loss on assistant turns only (\`assistant_only_loss\`) take the mask from
\`{% generation %}\` blocks. Without them the mask is all zero: the run trains on nothing and looks healthy. Trainers
that record the mask when they append sampled ids need none.`,
  examine({ subject, dialect }, examination) {
    const hasBlocks = hasGenerationBlocks(subject);
    for (const trajectory of subject.suite) {
      const request = {
        conversation: conversationOf(trajectory, {}, dialect.spell(trajectory.messages)),
        addGenerationPrompt: false,
      };
      if (examination.text(request) === null) continue;
      const spans = hasBlocks ? tracedText(subject, request).trace.generation() : [];
      if (spans.some(({ start, end }) => end > start)) continue;
      const detail =
        spans.length === 0 ? 'no generation block was rendered' : 'every generation span is empty';
      examination.fault({ trajectory: trajectory.id, request, at: null, detail }, null, null);
    }
  },
});
