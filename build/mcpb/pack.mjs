// Makes skill-cortex.mcpb in dist-mcpb/, or in the folder named as argument: the bundle that Claude Desktop and others
// install by a double click, with the program in it, validated and packed by the makers' own tool. Run `npm run build`
// before it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serverCommand } from '../../dist/domain/attachment.js'
import { TOOLSETS_DEFAULT } from '../../dist/mcp/tool.js'
import { TOOLS } from '../../dist/mcp/tools/index.js'
import { copyProgram, MAIN, outputFolder, PERSONS_HOME, packageFacts } from '../program.mjs'
import { mcpb } from './packer.mjs'

const OUTPUT = outputFolder('dist-mcpb')
const BUNDLE = join(OUTPUT, 'bundle')
const SERVER = 'server'

const { name, version, description, license, keywords, author } = packageFacts()
const script = `\${__dirname}/${SERVER}/${MAIN}`
const manifest = {
  manifest_version: '0.3',
  name,
  display_name: 'Skill Cortex',
  version,
  description,
  author: { name: author },
  license,
  keywords,
  server: {
    type: 'node',
    entry_point: `${SERVER}/${MAIN}`,
    mcp_config: serverCommand({ node: 'node', script, home: `\${user_config.home}` }),
  },
  tools: TOOLS.filter(({ toolset }) => TOOLSETS_DEFAULT.includes(toolset)).map((tool) => ({
    name: tool.name,
    description: tool.description,
  })),
  prompts_generated: true,
  user_config: {
    home: {
      type: 'directory',
      title: 'Skill folder',
      description: 'Where skills are kept. Other clients of Skill Cortex share the usual place.',
      required: false,
      // Not ${HOME}: what stands for a setting is not looked through for further names.
      default: PERSONS_HOME,
    },
  },
  compatibility: { platforms: ['darwin', 'linux', 'win32'], runtimes: { node: '>=20.19.0' } },
}

copyProgram(join(BUNDLE, SERVER))
writeFileSync(join(BUNDLE, SERVER, 'package.json'), '{ "type": "module" }\n')
writeFileSync(join(BUNDLE, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
mcpb(['validate', join(BUNDLE, 'manifest.json')])
mcpb(['pack', BUNDLE, join(OUTPUT, `${name}.mcpb`)])
