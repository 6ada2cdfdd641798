import { columns } from '../columns.ts'
import type { Command } from '../command.ts'

export const config: Command = {
  usage: 'config',
  summary: 'show every setting, its value and where it comes from',
  help: 'Flags beat the environment, the environment beats config.json, config.json beats the defaults. The token is never shown.',
  async run(_args, options, around) {
    const { settings, warnings } = around.settings(options)
    const rows = settings.map(({ key, value, origin }) => [key, valueText(value), origin])
    return {
      json: { settings, warnings },
      text: [columns(['setting', 'value', 'from'], rows), ...warnings].join('\n'),
    }
  },
}

function valueText(value: unknown): string {
  if (value === null) return 'none'
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
