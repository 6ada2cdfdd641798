// What passes tell the model, as a person edits it: a home's own text takes the place of the one that is built in.
import { z } from 'zod'
import { DIRECTIVE_BYTES_MAX } from '../../cycles/directive.ts'
import type { Directive } from '../../cycles/directive-files.ts'
import { PASSES } from '../../domain/pass-change.ts'
import { defineRoute } from '../api-route.ts'

const kind = z.enum(PASSES)
const base = z.string().length(64).optional().describe('digest of the text that the change was made from.')
const directiveShape = z.object({
  kind,
  file: z.string().describe('In the folder directives/ of the home.'),
  builtIn: z.string(),
  own: z.string().nullable().describe('What holds in its place.'),
  digest: z.string(),
  fault: z.string().nullable().describe('Why the file cannot be read; then the pass is left out.'),
})

export const directives = defineRoute({
  method: 'GET',
  path: '/api/directives',
  who: 'operator',
  summary: 'What each pass tells the model: the built-in text, and the own one where there is one',
  answer: z.object({ directives: z.array(directiveShape) }),
  run: async (_call, { cycles }) => ({ json: { directives: (await cycles.directives.list()).map(told) } }),
})

export const writeDirective = defineRoute({
  method: 'POST',
  path: '/api/directives',
  who: 'operator',
  summary: 'Put a text in the place of a directive; it counts from the next question on',
  body: z.object({ kind, text: z.string().max(DIRECTIVE_BYTES_MAX), base }),
  answer: directiveShape,
  run: async ({ body }, { cycles }) => ({
    json: told(await cycles.directives.write(body.kind, body.text, body.base)),
  }),
})

export const resetDirective = defineRoute({
  method: 'DELETE',
  path: '/api/directives',
  who: 'operator',
  summary: 'Go back to the built-in text of a directive; the answer keeps the one that is taken away',
  query: z.object({ kind, base }),
  answer: directiveShape.extend({ removed: z.string().nullable() }),
  async run({ query }, { cycles }) {
    const { removed, directive } = await cycles.directives.reset(query.kind, query.base)
    return { json: { ...told(directive), removed } }
  },
})

function told({ pass, ...rest }: Directive) {
  return { kind: pass, ...rest }
}
