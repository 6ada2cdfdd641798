import fc from 'fast-check'
import { expect, test } from 'vitest'
import { analyze } from '../../src/domain/analyzer.ts'
import { withoutEntities } from '../../src/domain/entity-filter.ts'
import { kindOfFile } from '../../src/domain/file-kinds.ts'
import { COMPANIES, DATE_NAMES, FAMILY_NAMES, FIRST_NAMES, PLACES } from '../../src/domain/name-lists.ts'
import { STOP_WORDS } from '../../src/domain/stop-words.ts'
import { isTaskWord } from '../../src/domain/task-words.ts'
import { TOOL_NAMES } from '../../src/domain/tool-names.ts'

const SEED = 20_260_702

// Of a library whose skills are about these.
const LIBRARY = new Set(analyze('Zulip Frobnicator MinIO gemma2 kestrel ABC acme example Smith Alice FY24 password'))
const NO_LIBRARY = () => false
const inLibrary = (term: string) => LIBRARY.has(term)

// What is shown, the message, the words that may be kept.
type Row = [shows: string, message: string, kept: string]

const SEED_ROWS: Row[] = [
  ['a person and a quarter', "Look up Alice's Q3 sales report", 'look sales report'],
  ['a path leaves the kind of the file', 'Compress /home/alice/photo.jpg', 'compress image'],
  ['a code name and a place', 'Deploy ProjectX to the NYC server', 'deploy server'],
]

const FORM_ROWS: Row[] = [
  ['e-mail', 'mail bob.smith+x@mail.example.com today', 'mail today'],
  ['e-mails in a list', 'cc a@x.org,b@y.org;c@z.org then send', 'cc send'],
  ['e-mail in full width', 'mail ａｌｉｃｅ＠ｅｘａｍｐｌｅ．ｃｏｍ today', 'mail today'],
  ['e-mail amid Chinese', '请给wang@example.cn发邮件', '请给 发邮件'],
  ['URL with a query', 'open https://intra.acme.io/u?name=zorblax&x=1#top now', 'open'],
  ['URL in brackets and in Markdown', 'see (http://a.b/c) and [report](https://a.b/c_d)', 'see report'],
  ['other schemes', 'clone git+ssh://git@host.x/zorblax.git or mailto:zed@x.y or tel:+4930', 'clone'],
  ['domain, host and port', 'ping shop.zorblax.com and www.zorblax.de or localhost:3000', 'ping localhost'],
  ['Unix paths', 'grep in ~/zorblax and ./src/zorb and /var/log/zorblax', 'grep'],
  ['Windows paths', 'open C:\\Users\\bob\\plan.docx and \\\\nas\\zorblax', 'open document'],
  ['a path with a space in it', 'open "C:\\Program Files\\Zorb App\\x.ini" in vim', 'open configuration vim'],
  ['relative path, repository', 'edit src/zorb/main.ts and acme/billing-api', 'edit typescript'],
  ['words with a slash between', 'read/write, CI/CD, and/or client/server', 'read write ci cd client server'],
  ['files by their kinds', 'zorb.xlsx zorb.py zorb.pdf zorb.tar.gz .csv', 'spreadsheet python pdf archive csv'],
  ['a file of unknown kind', 'open zorblax.qqq', 'open'],
  ['dates', 'between 2024-03-05, 05.03.2024 and 3/5/24', ''],
  ['dates in words', 'on March 5th, 2024 or 5 Mar 2024 or Monday or next Tues', 'next'],
  [
    'intervals stay, relative days too',
    'weekly report, daily backup, due tomorrow',
    'weekly report daily backup due tomorrow',
  ],
  ['"sun" as a word', 'they may sit in the sun', 'sit sun'],
  ['"march" as a month', 'the numbers of march and in March', 'numbers'],
  ['times', 'at 5pm, 17:30, 5 PM and 08:15:30Z', ''],
  ['amounts', 'pay $2M, 15%, €1,500.00, 20 USD, 3k and two million dollars', 'pay'],
  ['phones', 'call +49 (0)30 123-456 or (555) 010-9999', 'call'],
  ['IPv4, IPv6, MAC', 'ping 10.0.0.1 or fe80::1 or ::1 or de:ad:be:ef:ca:fe', 'ping'],
  ['UUID', 'delete 3fa85f64-5717-4562-b3fc-2c963f66afa6 please', 'delete'],
  ['git hashes', 'revert 075c67a and deadbeefcafe', 'revert'],
  ['keys', 'use sk-abcdefghijklmnopq or ghp_AbCdEfGhIjKlMnOp or AKIAIOSFODNN7EXAMPLE', 'use'],
  ['JWT', 'decode eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dBjftJeZ4CVP', 'decode'],
  ['endless word', `check ${'abcdefghij'.repeat(4)} and ${'xy'.repeat(200)}`, 'check'],
  ['IBAN', 'transfer to DE89 3704 0044 0532 0130 00', 'transfer'],
  ['tickets', 'close ABC-123 and #42 and PROJ-7', 'close'],
  ['handles and channels', 'ping @zorblax in #zorb-talk', 'ping'],
  ['versions', 'upgrade to v1.2.3 from 1.2 or 2.0.0-rc.1', 'upgrade'],
  ['environment variables', 'set $ZORB_TOKEN and %APPDATA%', 'set'],
  ['identifiers', 'call acme_prod_db and getZorbById but not user_id', 'call user id'],
  ['slugs; English with hyphens', 'fix blue-falcon-web with state-of-the-art follow-up', 'fix state art follow'],
  ['a password', 'password: swordfish, pwd=hunter and my password is sesame', 'password pwd password'],
  ['fields of a form', 'name: zorblax\nuser=quux\ncity: smallville', 'name user city'],
  ['a name that is said', 'my name is zorblax, the board called falcon', 'name board'],
  ['numbers beside Chinese units', '3月5日付款200元，第二', '付款 第二'],
  ['dates in Chinese numbers', '三月五日开会', '开会'],
]

const TOOL_ROWS: Row[] = [
  ['tools in whatever case', 'Todoist, slack, GITHUB, iOS, macOS', 'todoist slack github iOS macOS'],
  ['tools with signs', 'C++, C#, F#, .NET, Node.js, Next.js', 'c++ c# f# .net node.js next.js'],
  ['tools with digits', 'k8s S3 EC2 UTF-8 OAuth2 mp3 h264 gpt-4', 'k8s s3 ec2 utf-8 OAuth2 mp3 h264 gpt-4'],
  ['a tool of a version', 'python3.11 and postgres-15 or node18x', 'python postgres'],
  ['plurals', 'PDFs, PRs, APIs and csvs', 'pdfs prs apis csvs'],
  ['tools with a possessive', "Slack's API and Docker's logs", 'slack api docker logs'],
  ['formats and languages', 'Translate the PDF to French as JSON', 'translate pdf french json'],
  ['what shouts is a word', 'URGENT: do NOT delete the IMPORTANT file', 'urgent delete important file'],
  ['everyday words with a capital', 'ask the Sales Department for a Pull Request', 'ask sales department pull request'],
]

const NAME_ROWS: Row[] = [
  ['in mid sentence', 'Ask Zorblax and Quux about it', 'ask'],
  ['in lower case', 'meet alice müller in berlin, then new york', 'meet'],
  ['with accents', 'Escríbele a José García en Bogotá', 'escríbele en'],
  ['words that are names too', 'meet Will and Mark, ask Bill, Rose or Grace', 'meet ask'],
  ['and are words', 'will you mark the bill, a rose of grace', 'mark bill rose grace'],
  ['countries that are words', 'ship to Jordan, Turkey and Georgia; a jordan', 'ship jordan'],
  ['with a title', 'call Dr. Smith, Mr Zorb, prof quux and Frau Klum', 'call'],
  ['with initials', 'write J. Zorb and John D. Zorb', 'write'],
  ['an Irish one', "call O'Brien about it", 'call'],
  ['companies', 'Email Acme Corp, Zorb Inc. and zorb gmbh; Global Data Systems Ltd', 'email'],
  ['a company with "&"', 'invoice for Zorb & Quux GmbH', 'invoice'],
  ['acronyms nobody knows', 'fly from LHR to the ZRB office', 'fly office'],
  ['first word: possessive', "Zorblax's report", 'report'],
  ['first word: subject', 'Zorblax is late. Production is down.', 'late production'],
  ['first word: two names', 'Zorblax Quux wrote. Zorblax and Quux wrote.', 'wrote wrote'],
  ['first word: spoken to', 'Zorblax, can you deploy? Finally, the report.', 'deploy finally report'],
  ['first word: alone, as a signature', 'deploy it\nRegards\nZorblax', 'deploy regards'],
  ['first word: a verb nobody listed', 'Defragment the disk. Ablate the layer', 'defragment disk ablate layer'],
  [
    'bullets, numbers, cells',
    '- Defrag it\n2. Ablate it\nb) Respool it | Unspool it',
    'defrag ablate b respool unspool',
  ],
  ['the line goes on', 'make a contract with\nZorblax about it', 'make contract'],
  ['an abbreviation ends no sentence', 'tools, e.g. Zorblax', 'tools'],
  [
    'a literal is a value',
    'rename it to "blue falcon", post \'cheap flights\' and `zorb run` on "Slack"',
    'rename post slack',
  ],
  ['a message in quotes is none', '"Find the invoice in my inbox"', 'find invoice inbox'],
  ['code in a fence is a literal', 'fix this\n```\nzorb docker quux\n```\nnow', 'fix docker'],
  ['apostrophes are no quotes', "don't touch the users' and the team's data", 'touch users team data'],
  ['trade marks', 'use Docker™ and Slack®', 'use docker slack'],
]

const CASE_ROWS: Row[] = [
  ['Title Case', 'Deploy The Frobnicated Server To Berlin', 'deploy frobnicated server'],
  ['Title Case with small "to"', 'Build New Server and Release Pipeline', 'build new server release pipeline'],
  ['a list of names is no Title Case', 'Invite Zorb, Quux, Frotz and Gnusto', 'invite'],
  ['ALL CAPS', 'PLEASE DEPLOY THE FROBNICATED SERVER TO ALICE IN BERLIN', 'deploy frobnicated server'],
  ['capitals in one line say nothing of the next', 'FIX THE FROB SERVER NOW\nask Zorblax', 'fix frob server ask'],
]

const LANGUAGE_ROWS: Row[] = [
  [
    'German: nouns by their article',
    'Erstelle bitte eine neue Rechnung und schicke sie an die Kunden',
    'erstelle bitte eine neue rechnung und schicke sie die kunden',
  ],
  [
    'German: names',
    'Schicke die Rechnung für Zorblax an Müller und das Angebot an die Zorb GmbH',
    'schicke die rechnung für und das angebot die',
  ],
  [
    'German: abstract nouns',
    'Bitte um Bestätigung und Übersetzung für mich',
    'bitte um bestätigung und übersetzung für mich',
  ],
  ['French', 'Envoie le rapport à Zorblax, à Élodie et à l’équipe', 'envoie le rapport à à et à équipe'],
  ['Russian', 'Отправь, пожалуйста, отчёт Зорблаксу в Москву', 'отправь пожалуйста отчёт в'],
  ['Chinese: forms', '发送报告，见 report.xlsx，电话 13800138000', '发送报告 见 spreadsheet 电话'],
  ['Chinese: a person by what stands around', '发送报告给张三，请王丽华的团队', '发送报告给 请 的团队'],
  ['Chinese: words that begin like a surname', '给程序的文档，和范围', '给程序的文档 和范围'],
  ['Chinese: an address, a company, a city', '联系李经理和华信科技有限公司，在上海', '联系 和 在'],
  ['Chinese: a country, and no language of one', '韩国的合同和韩语', '的合同和韩语'],
  ['Japanese: an address', '山田花子さんに、スミスさんに、お客様に', 'さんに さんに お客様に'],
  ['Japanese: a city, and no language', '東京から、日本語で', 'から 日本語で'],
  ['Japanese, Korean, Thai', '報告書を送信 보고서를 보내 ส่งรายงาน', '報告書を送信 보고서를 보내 ส่งรายงาน'],
  ['Arabic and Hindi', 'أرسل التقرير रिपोर्ट भेजो', 'أرسل التقرير रिपोर्ट भेजो'],
]

const ROWS = [...SEED_ROWS, ...FORM_ROWS, ...TOOL_ROWS, ...NAME_ROWS, ...CASE_ROWS, ...LANGUAGE_ROWS]

test.each(ROWS)('%s: %j', (_, message, kept) => {
  expect(withoutEntities(message, NO_LIBRARY).join(' ')).toBe(kept)
})

const LIBRARY_ROWS: Row[] = [
  [
    'terms of the library stay whatever their capitals',
    'Ask Zulip, FROBNICATOR and MinIO',
    'ask zulip frobnicator MinIO',
  ],
  ['a name of several parts only as a whole', 'ask AcmeZulip', 'ask'],
  ['with a digit', 'run Gemma2 at FY24', 'run gemma2'],
  [
    'also in a literal and as a given name',
    'rename "kestrel" to a board called frobnicator',
    'rename kestrel board frobnicator',
  ],
  ['also a place or a company of the lists', 'ask acme', 'ask acme'],
  ['but no form', 'mail smith@example.com at ABC-123 or /acme/kestrel.pdf', 'mail pdf'],
  ['and no mark beside it', "Alice's note, Dr. Smith, Acme Corp, password: kestrel", 'note password'],
]

test.each(LIBRARY_ROWS)('library: %s: %j', (_, message, kept) => {
  expect(withoutEntities(message, inLibrary).join(' ')).toBe(kept)
})

// Words that no rule looks at, so that what is left over is exactly them.
const WORDS = 'deploy convert the report query database image with merge and please summarize письмо'.split(' ')
const word = fc.constantFrom(...WORDS)
const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max })
const letters = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'bcdfglmpqrstvwxz'), minLength: min, maxLength: max })
const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length })
const join = (separator: string, ...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((p) => p.join(separator))

const ENTITIES: Record<string, fc.Arbitrary<string>> = {
  email: join('@', letters(2, 12), join('.', letters(2, 12), fc.constantFrom('com', 'de', 'museum'))),
  url: join(
    '',
    fc.constantFrom('https://', 'http://', 'ftp://', 'www.'),
    fc.webUrl().map((url) => url.slice(8)),
  ),
  'Unix path': join('/', fc.constantFrom('', '~', '.', '..'), letters(1, 9), letters(1, 9)),
  'Windows path': join('\\', fc.constantFrom('C:', 'z:', ''), letters(1, 9), letters(1, 9)),
  number: fc.oneof(
    digits(1, 20),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.integer().map(String),
  ),
  amount: join('', fc.constantFrom('$', '€', '£', ''), digits(1, 6), fc.constantFrom('M', 'k', '%', '€', '.50', 'bn')),
  date: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  uuid: fc.uuid(),
  hash: fc
    .constantFrom(7, 12, 40, 64)
    .chain(hex)
    .filter((text) => /\d/.test(text) || text.length > 7),
  key: join('', fc.constantFrom('sk-', 'ghp_', 'glpat-', 'xoxb-'), letters(12, 30)),
  ip: fc.oneof(fc.ipV4(), fc.ipV6()),
  phone: join(' ', fc.constantFrom('+49', '0044', '(0)'), digits(2, 4), digits(4, 8)),
  ticket: join(
    '-',
    letters(2, 6).map((text) => text.toUpperCase()),
    digits(1, 5),
  ),
  handle: letters(1, 12).map((text) => `@${text}`),
  'code name': join(
    '',
    letters(2, 6).map((text) => `Z${text}`),
    letters(1, 6).map((text) => `X${text}`),
  ),
  'name in capitals': join(
    ' ',
    letters(2, 6).map((text) => `Z${text}`),
    letters(2, 6).map((text) => `Q${text}`),
  ),
  'listed name': fc.constantFrom(...FIRST_NAMES, ...FAMILY_NAMES, ...PLACES, ...COMPANIES, ...DATE_NAMES),
}
const WRAPPERS = [
  ['', ''],
  ['(', ')'],
  ['"', '"'],
  ['', ','],
  ['', '.'],
  ['', '?'],
  ['**', '**'],
  ['- ', ''],
] as const

test.each(Object.entries(ENTITIES))('%s: none survives, wherever it stands in a sentence', (_, entity) => {
  const parts = [
    fc.array(word, { minLength: 1, maxLength: 5 }),
    entity,
    fc.constantFrom(...WRAPPERS),
    fc.array(word),
  ] as const
  fc.assert(
    fc.property(...parts, (before, text, [left, right], after) => {
      const message = [...before, `${left}${text}${right}`, ...after].join(' ')
      expect(withoutEntities(message, NO_LIBRARY)).toEqual(
        [...before, ...after].filter((kept) => !STOP_WORDS.has(kept)),
      )
    }),
    { seed: SEED, numRuns: 500 },
  )
})

const files = fc.constantFrom(
  'zorb.jpg',
  'Zorb.pdf',
  '/zorb/zorb.xlsx',
  'zorb/main.py',
  '~/a.docx',
  'x.tar.gz',
  'q.cpp',
)
const anyText = fc.array(
  fc.oneof(
    word,
    files,
    ...Object.values(ENTITIES),
    fc.constantFrom(
      'GitHub',
      'Zorblax',
      'Alice',
      'ZRB',
      'Dr.',
      'Inc',
      'Mark',
      'march',
      'two',
      'Sales',
      'New',
      'York',
      "Zorb's",
    ),
    fc.constantFrom(
      '"',
      "'",
      '`',
      '```',
      ',',
      '.',
      ':',
      '\n',
      '- ',
      '|',
      '=',
      '/',
      '@',
      '邮件',
      '5月',
      'den',
      'und',
      'der',
    ),
    fc.constantFrom('called', 'password', 'is', 'name', 'THE', 'DEPLOY', 'The', 'Report', '__proto__', 'constructor'),
    fc.string({ maxLength: 8 }),
    fc.string({ unit: 'binary', maxLength: 8 }),
  ),
  { maxLength: 12 },
)

test('every word that is kept stands in the message, or is the kind of a file', () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom(' ', ''), (parts, separator) => {
      const message = parts.join(separator)
      const lower = message.normalize('NFKC').toLowerCase()
      const kinds = [...message.normalize('NFKC').matchAll(/\.[a-z0-9]+/giu)].map((m) =>
        kindOfFile(m[0])?.toLowerCase(),
      )
      const kept = withoutEntities(message, NO_LIBRARY).map((text) => text.toLowerCase())
      expect(kept.filter((text) => !lower.includes(text) && !kinds.includes(text))).toEqual([])
    }),
    { seed: SEED, numRuns: 2_000 },
  )
})

test('what is kept is kept again, whether its words are joined by spaces or by lines', () => {
  fc.assert(
    fc.property(
      anyText,
      fc.constantFrom(' ', '\n'),
      fc.constantFrom(NO_LIBRARY, inLibrary),
      (parts, separator, known) => {
        const kept = withoutEntities(parts.join(' '), known)
        expect(withoutEntities(kept.join(separator), known)).toEqual(kept)
      },
    ),
    { seed: SEED, numRuns: 2_000 },
  )
})

test('words of objects and halves of pairs are nothing special', () => {
  expect(withoutEntities('call constructor toString and hasOwnProperty', NO_LIBRARY)).toEqual(['call', 'constructor'])
  expect(withoutEntities('__proto__ \ud83d deploy \udc00', NO_LIBRARY)).toEqual(['proto', 'deploy'])
})

// Some names of the lists are words as well, but none may be a word of tasks or a tool, which wins.
test('no listed name is an everyday word or a tool', () => {
  const names = [...FIRST_NAMES, ...FAMILY_NAMES, ...PLACES, ...COMPANIES, ...DATE_NAMES]
  expect(names.filter((name) => isTaskWord(name) || TOOL_NAMES.has(name))).toEqual([])
  expect(FIRST_NAMES.size).toBeGreaterThan(300)
  expect(PLACES.size).toBeGreaterThan(200)
})

test('words that are names only at times are in no list and are no words of tasks', () => {
  const both =
    'will mark may bill rose grace jordan georgia turkey chad frank jack hope joy amber dawn chase drew max'.split(' ')
  const names = new Set([...FIRST_NAMES, ...FAMILY_NAMES, ...PLACES])
  expect(both.filter((name) => names.has(name) || isTaskWord(name))).toEqual([])
})

test('a long message is cut where a word ends, so that no half of an address is left', () => {
  const message = `${'deploy '.repeat(2_856)}alice-zorblax@example.com`
  expect(message.indexOf('@')).toBeGreaterThan(20_000)
  expect(new Set(withoutEntities(message, NO_LIBRARY))).toEqual(new Set(['deploy']))
})

// Each is repeated to 100,000 characters, of which 20,000 are read, or none where no word ends; and to 19,999.
const HOSTILE = [
  ...[
    'a.',
    '/',
    '@',
    '1',
    '1 ',
    'a',
    'A',
    'Aa ',
    '\\',
    '://',
    'a://b ',
    '"',
    '“',
    "'",
    " '",
    '`',
    '```\n',
    '_',
    '-',
    'a-',
  ],
  ...[
    'c++ ',
    'a+',
    '一',
    '3月',
    'a. ',
    'Inc ',
    'Acme Inc ',
    'name=',
    'name=name ',
    'password is ',
    'Mr ',
    'Dr. Alice ',
  ],
  ...[
    'New York ',
    '5 March ',
    '&',
    "a'",
    '\ud83d',
    '\ufdfa',
    'f:',
    ' ',
    '\n',
    'e\u0301',
    'Zorb and ',
    'x@y.z ',
    '/a/b ',
    'a/b ',
  ],
  ...['1.2.3.4 ', '__proto__ ', '$', '#', 'die Und ', 'called ', '邮件'],
]

test.each(HOSTILE)('%j over and over does not hold it up', (text) => {
  for (const length of [100_000, 19_999]) {
    const message = text.repeat(Math.ceil(length / text.length)).slice(0, length)
    // About 50 ms when nothing else runs; a quadratic search takes minutes, which no test is given.
    expect(withoutEntities(message, NO_LIBRARY).length).toBeLessThanOrEqual(20_000)
  }
})
