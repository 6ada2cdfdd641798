// Goal: an agent may name a folder of its own as a workspace, and never the library, a place of the system, or a hidden one
// where programs and people keep what steers them; links lead to where they lead.
import { mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { workspacePlace } from '../../src/packages/workspace-place.ts'
import { tempFolder } from '../support/temp-home.ts'

function place() {
  const root = realpathSync(tempFolder())
  for (const folder of ['home/skills', 'user/work', 'user/.ssh', 'link'])
    mkdirSync(join(root, folder), { recursive: true })
  symlinkSync(join(root, 'home'), join(root, 'link/library'))
  symlinkSync(join(root, 'user/work'), join(root, 'link/work'))
  const rules = { home: join(root, 'home'), userHome: join(root, 'user'), roots: [] as string[] }
  const judge = (dir: string, roots: string[] = []) => {
    try {
      return workspacePlace(dir, { ...rules, roots }).replace(root, '')
    } catch (error) {
      return (error as { code: string }).code
    }
  }
  return { root, judge }
}

const ALLOWED: [dir: string, place: string][] = [
  ['/user/work', '/user/work'],
  ['/user/work/not/there/yet', '/user/work/not/there/yet'],
  ['/link/work', '/user/work'],
  ['/link/work/run-1', '/user/work/run-1'],
  ['/user/work/../work', '/user/work'],
]
test.each(ALLOWED)('%s is a workspace', (dir, expected) => {
  const { root, judge } = place()
  expect(judge(`${root}${dir}`)).toBe(expected)
})

const REFUSED = [
  ...['/home', '/home/skills', '/home/skills/new', '/home/elsewhere', '/link/library', '/link/library/x', ''],
  ...['/user', '/user/.ssh', '/user/.ssh/x', '/user/work/.hidden/x', '/user/work/../../home/skills'],
]
test.each(REFUSED)('the place %s of a machine is none', (dir) => {
  const { root, judge } = place()
  expect(judge(`${root}${dir}`)).toBe('refused')
})

test.each([
  '/',
  '/etc',
  '/etc/cron.d/x',
  '/usr/local/bin',
  '/proc/self',
  '/dev',
  '/var/spool/x',
  '/bin',
  '/proc/self/cwd/x',
  '/not-there/x',
])('%s is no place for work', (dir) => {
  expect(place().judge(dir)).toBe('refused')
})

test.each(['', '.', 'work', '../x', '~/work', '/tmp/a\0b', '/tmp/a\nb', `/${'x'.repeat(5_000)}`])(
  'no path of a folder: %j',
  (dir) => {
    expect(place().judge(dir)).toBe('bad-input')
  },
)

test('with the setting, exactly what lies below its folders is allowed, hidden ones too, and never the library', () => {
  const { root, judge } = place()
  const roots = [join(root, 'user/.agent'), join(root, 'home'), join(root, 'link/work')]
  expect(judge(join(root, 'user/.agent/run-1'), roots)).toBe('/user/.agent/run-1')
  expect(judge(join(root, 'user/work/x'), roots)).toBe('/user/work/x')
  expect(judge(join(root, 'user/.agents'), roots)).toBe('refused')
  expect(judge(join(root, 'home/skills'), roots)).toBe('refused')
  expect(judge(join(root, 'elsewhere'), roots)).toBe('refused')
})
