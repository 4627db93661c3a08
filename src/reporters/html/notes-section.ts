import type { Study } from '../../records/study.ts';
import { notesHtml } from '../notes.ts';
import { html, trusted } from './markup.ts';
import type { PageSection } from './page.ts';

/** What those who publish a study say about it; null where they say nothing. */
export function notesSection({ heading }: Study): PageSection | null {
  if (heading?.notes === undefined) return null;
  const markup = html`<section id="notes" aria-labelledby="notes-title">
<h2 id="notes-title">Notes</h2>
<div class="notes scroll">
${trusted(notesHtml(heading.notes))}</div>
</section>
`;
  return { id: 'notes', name: 'Notes', markup };
}
