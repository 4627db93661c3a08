import type { PromptMap } from './prompt-map.ts';

const SIDE = { width: 760, height: 560, edge: 48 } as const;
/** Okabe and Ito's blue and orange, which colour-blind readers tell apart; the shapes differ, too. */
const COLOURS = { first: '#0072b2', second: '#d55e00' } as const;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) =>
  text.replace(/[\p{Cc}\ud800-\udfff]/gu, ' ').replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

function scale(values: readonly number[], from: number, to: number): (value: number) => number {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const span = most - least || 1;
  return (value) => from + ((value - least) / span) * (to - from);
}

/** The map as an SVG picture without script; each point has its task as a title. */
export function mapPicture(
  { points, shown }: PromptMap,
  names: { readonly first: string; readonly second: string },
): string {
  const { width, height, edge } = SIDE;
  const x = scale(
    points.map((point) => point.x),
    edge,
    width - edge,
  );
  const y = scale(
    points.map((point) => point.y),
    height - edge,
    edge + 24,
  );
  const mark = ({ set, id, ...at }: PromptMap['points'][number]) => {
    const [left, top] = [x(at.x).toFixed(1), y(at.y).toFixed(1)];
    const shape =
      set === 'first'
        ? `<circle cx="${left}" cy="${top}" r="4"`
        : `<rect x="${(x(at.x) - 3.5).toFixed(1)}" y="${(y(at.y) - 3.5).toFixed(1)}" width="7" height="7"`;
    return `${shape} fill="${COLOURS[set]}" fill-opacity="0.55"><title>${escaped(id)}</title></${set === 'first' ? 'circle' : 'rect'}>`;
  };
  const legend = (['first', 'second'] as const).map(
    (set, at) =>
      `<text x="${edge + at * 330}" y="30" fill="${COLOURS[set]}">${set === 'first' ? '●' : '■'} ${escaped(names[set]).slice(-42)} (${points.filter((point) => point.set === set).length})</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="sans-serif" font-size="14">`,
    `<title>Prompts of two sets by their words: two principal components, ${(100 * shown).toFixed(1)} % of the variance</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...legend,
    ...points.map(mark),
    `<text x="${edge}" y="${height - 14}" fill="#57606c" font-size="12">two principal components of TF-IDF vectors; they show ${(100 * shown).toFixed(1)} % of the variance</text>`,
    '</svg>',
    '',
  ].join('\n');
}
