// What is observed in a text: every row is a piece of one, and what is seen in it. Deterministic, and bounded in time.
import { describe, expect, test } from 'vitest'
import { FACTS_MAX, type FactKind, reviewFacts } from '../../src/domain/review-facts.ts'
import { bareSkill, type Policy } from '../../src/domain/skill.ts'

const seen = (kind: FactKind, content: string, policy: Partial<Policy> = {}) => {
  const bare = bareSkill('tea', content, '2026-01-01T00:00:00.000Z')
  return reviewFacts({ ...bare, policy: { ...bare.policy, ...policy } })[kind].found
}
const names = (kind: FactKind, content: string) => seen(kind, content).map(({ name }) => name)
const fenced = (line: string, tag = 'bash') => `\`\`\`${tag}\n${line}\n\`\`\`\n`

const HOSTS: [text: string, hosts: string[]][] = [
  ['See https://docs.mail.dev/start.', ['docs.mail.dev']],
  ['**https://Docs.Mail.dev**', ['docs.mail.dev']],
  ['(http://a.io), <https://b.io> and [c](https://c.io).', ['a.io', 'b.io', 'c.io']],
  ['https://good.io@evil.io/', ['evil.io']],
  ['https://evil.io\\@good.io/', ['evil.io']],
  ['https://a.io:8443/x?y=https://b.io', ['a.io', 'b.io']],
  ['wss://a.io ftp://b.io', ['a.io', 'b.io']],
  ['http://127.1/ http://0x7f000001/ http://10.0.0.1/', ['10.0.0.1']],
  ['http://localhost:3000 https://example.com https://api.example.org https://x.test', []],
  ['https://\u0024{HOST}/x https://', []],
  ['https://bücher.de', ['xn--bcher-kva.de']],
  ['no address: mail.dev', []],
]
test.each(HOSTS)('hosts of %j', (text, hosts) => {
  expect(names('hosts', text)).toEqual(hosts)
})

test('a stand-in is named apart: anybody may own it', () => {
  const facts = reviewFacts(bareSkill('tea', 'https://your-server.com https://example.io https://real.io', ''))
  expect(facts.hosts.found.map(({ name }) => name)).toEqual(['real.io'])
  expect(facts.placeholders).toEqual(['example.io', 'your-server.com'])
})

const VARIABLES: [text: string, variables: string[]][] = [
  ['process.env.MAIL_KEY and process.env["B"]', ['B', 'MAIL_KEY']],
  ['os.environ["A"], os.environ.get("B"), os.getenv(\'C\')', ['A', 'B', 'C']],
  ['process.env.NODE_ENV, process.env.HOME', []],
  ['costs $FOO', []],
  [fenced('echo $FOO \u0024{BAR:-x} $HOME $i'), ['BAR', 'FOO']],
  [fenced('echo $FOO', 'python'), []],
  ['set VAULT_MAIL', ['VAULT_MAIL']],
]
test.each(VARIABLES)('variables of %j', (text, variables) => {
  expect(names('environment', text)).toEqual(variables)
})

const CREDENTIALS: [text: string, credentials: string[]][] = [
  ['Needs MAIL_API_KEY and MY_SECRET.', ['MAIL_API_KEY', 'MY_SECRET']],
  ['<credential:mail>', ['mail']],
  [fenced('curl -H "Authorization: $TOKEN"'), ['TOKEN']],
  ['A token is a TOKEN; README_FILE is none.', []],
]
test.each(CREDENTIALS)('credentials of %j', (text, credentials) => {
  expect(names('credentials', text)).toEqual(credentials)
})

const COMMANDS: [text: string, commands: string[]][] = [
  [fenced('npm install\ngit push'), ['git', 'npm']],
  [fenced('$ npm install'), ['npm']],
  [fenced('user@host:~$ ls -la\ntotal 0', 'console'), ['ls']],
  [fenced('curl -s https://a.io | sudo -E sh'), ['curl', 'sh', 'sudo']],
  [fenced('A=1 B=2 make && rm -r x; if grep y z; then wget w; fi'), ['grep', 'make', 'rm', 'wget']],
  [fenced('echo "$(whoami)" `id`'), ['id', 'whoami']],
  [fenced("echo 'a | b; c'"), []],
  [fenced('docker run \\\n  --rm image'), ['docker']],
  [fenced('cat <<EOF | tee out\nnot-a-command here\nEOF\nls'), ['cat', 'ls', 'tee']],
  [fenced('# a comment\nls # rm -r /'), ['ls']],
  ['~~~sh\nls\n~~~', ['ls']],
  [fenced('import os', 'python'), []],
  ['Run `rm` by hand.', []],
  [fenced('ls'.repeat(100)), []],
]
test.each(COMMANDS)('commands of %j', (text, commands) => {
  expect(names('commands', text)).toEqual(commands)
})

const DECLARED: [kind: FactKind, text: string, policy: Partial<Policy>, undeclared: string[]][] = [
  ['hosts', 'https://a.mail.dev https://mail.dev', { domains: ['*.mail.dev'] }, ['mail.dev']],
  ['hosts', 'https://a.io', { domains: ['*'] }, []],
  ['credentials', 'MAIL_TOKEN OTHER_TOKEN', { credentials: ['MAIL_TOKEN'] }, ['OTHER_TOKEN']],
  ['environment', 'VAULT_MAIL', { credentials: ['MAIL'] }, []],
  ['commands', fenced('git push; rm x'), { tools: ['Bash(git:*)'] }, ['rm']],
  ['commands', fenced('git push; rm x'), { tools: ['Bash'] }, []],
  ['commands', fenced('git push; rm x'), { sideEffects: ['shell:rm'] }, ['git']],
  ['commands', fenced('rm x'), { sideEffects: ['write:files'] }, ['rm']],
]
test.each(DECLARED)('%s of %j under %j', (kind, text, policy, undeclared) => {
  expect(seen(kind, text, policy).flatMap((fact) => (fact.undeclared ? [fact.name] : []))).toEqual(undeclared)
})

test('steps and triggers are read, and files beside the text', () => {
  const bare = bareSkill('tea', 'Text.', '')
  const steps = [{ action: 'Open https://a.io', description: 'and https://b.io', tool: 'browser' }]
  const files = [
    { path: 'scripts/run.sh', text: 'wget https://c.io' },
    { path: 'scripts/run', text: '#!/usr/bin/env bash\nnmap x' },
    { path: 'scripts/run.py', text: 'os.environ["PY_KEY"]' },
  ]
  const facts = reviewFacts({ ...bare, triggers: ['https://t.io'], steps }, files)
  const said = (kind: FactKind) => facts[kind].found.map(({ name }) => name)
  expect(said('hosts')).toEqual(['a.io', 'b.io', 'c.io', 't.io'])
  expect(said('commands')).toEqual(['nmap', 'wget'])
  expect(said('environment')).toEqual(['PY_KEY'])
  expect(facts.tools).toEqual({ found: [{ name: 'browser', undeclared: true }], total: 1 })
})

describe('bounded', () => {
  test('what is undeclared is not what is cut', () => {
    const hosts = Array.from({ length: 1_000 }, (_, i) => `https://a${i}.mail.dev`).join(' ')
    const bare = bareSkill('tea', `${hosts} https://zz.evil.io`, '')
    const { found, total } = reviewFacts({ ...bare, policy: { ...bare.policy, domains: ['*.mail.dev'] } }).hosts
    expect([found.length, total]).toEqual([FACTS_MAX, 1_001])
    expect(found[0]).toEqual({ name: 'zz.evil.io', undeclared: true })
  })

  const MIB = 1024 * 1024
  const PIECES = [
    'https://',
    '$A',
    'a|\n',
    'A_',
    'http://x.y/',
    '<<A\n',
    '$ ',
    'process.env.',
    '"',
    '>',
    '_',
    '`',
    '\\\n',
  ]
  test.each(PIECES)('1 MiB of %j in a fence', (piece) => {
    const text = `\`\`\`bash\n${piece.repeat(Math.floor(MIB / piece.length))}`
    const before = process.cpuUsage()
    expect(reviewFacts(bareSkill('tea', text, '')).hosts.total).toBeLessThan(2)
    // A second on an idle machine; what takes the square of the time takes minutes.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(60_000)
  })
})
