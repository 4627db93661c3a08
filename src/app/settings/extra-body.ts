import { z } from 'zod';

/** Fields of a request that have their own setting or would change the form of an answer. */
const OWN_FIELDS: Readonly<Record<string, string>> = {
  model: 'it is a setting of its own',
  messages: 'they are made of the prompts',
  temperature: 'it is a setting of its own',
  top_p: 'it is a setting of its own (top-p)',
  max_tokens: 'it is a setting of its own (max-tokens)',
  max_completion_tokens: 'it is a setting of its own (max-tokens)',
  seed: 'it follows from the seed of the run',
  n: 'each reply is a call of its own',
  stream: 'replies are read whole',
};

/** Fields that are sent with every request; none that has a setting of its own. */
export const extraBodySchema = z.record(z.string(), z.unknown()).superRefine((body, context) => {
  for (const field of Object.keys(body)) {
    const why = OWN_FIELDS[field];
    if (why) context.addIssue({ code: 'custom', message: `"${field}" cannot be set here: ${why}` });
  }
});
