import { studySettings } from './config.ts';
import { flagOf, GROUPS, helpOf, metaOf, type SettingShape } from './setting.ts';

const escaped = (text: string) => text.replaceAll('|', '\\|');

/** Returns docs/settings.md: every setting of a study as a flag and as a key of the config file. */
export function settingsPage(): string {
  const parts = GROUPS.map((group) => {
    const rows = Object.entries(studySettings as SettingShape).flatMap(([name, schema]) => {
      const { group: own, flag = name, value } = metaOf(schema);
      if (own !== group) return [];
      const shown = flag === null ? '' : `\`--${flagOf(flag)}${value === undefined ? '' : ` ${value}`}\``;
      return [
        `| \`${name}\` | ${escaped(shown)} | ${escaped(helpOf(schema))
          .replace(/default: (.*)\)$/, 'default: `$1`)')
          .replace(/'(.+)'$/, '`$1`')} |`,
      ];
    });
    return `## ${group}\n\n| key | flag | |\n|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `# Settings of a study\n\nOf \`mutagree run\` and \`estimate\`, as flags and as keys of a config file (\`mutagree init\`); flags win. Made from \`src/app/settings/config.ts\`.\n\n${parts.join('\n')}`;
}
