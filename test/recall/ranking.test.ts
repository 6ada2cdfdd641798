// What a person would expect of a small, real library, and why each hit stands where it stands. A hit that moves
// here is a decision: change the reason, or the ranking.
import { describe, expect, test } from 'vitest'
import { createSkillIndex } from '../../src/recall/index-engine.ts'
import { DEVELOPER_SKILLS } from './developer-skills.ts'
import { recallOn } from './recall-on.ts'

type Expected = [name: string, because: string]

// The best three, or as many as there are.
const QUERIES: [message: string, hits: Expected[]][] = [
  [
    'can you send an email to Anna please',
    [
      [
        'mcp/email',
        '"email" in name and summary, "send" in summary and trigger; "Anna" is unknown, the rest stop words',
      ],
    ],
  ],
  [
    'combine these two pdfs',
    [
      ['pdf/merge', '"combine" stands in its trigger, "pdf" in name, summary and trigger'],
      ['pdf/fill-form', '"pdf" in name and summary, and nothing else'],
      ['travel/itinerary', '"two" in its text: worth a tenth of the others'],
    ],
  ],
  [
    'merge',
    [
      ['pdf/merge', 'in the name, which counts three times, and in the summary'],
      ['git/rebase', 'in the summary only'],
      ['github/release', 'in the text only'],
    ],
  ],
  [
    'resolve the merge conflict in my branch',
    [
      ['git/rebase', 'four terms of its summary beat one in a name'],
      ['pdf/merge', '"merge" alone, though in its name'],
      ['github/release', '"merged" in its text'],
    ],
  ],
  [
    'review the pull request on github',
    [
      ['github/review-pr', 'all four terms, "review" and "github" in the name too'],
      ['github/release', '"github" in name and summary, "pull requests" in the text'],
    ],
  ],
  [
    'please look at my PR',
    [
      ['github/review-pr', '"PR" in name and trigger: two letters are a term; "look" in its text'],
      ['mcp/email', '"look" in its text'],
    ],
  ],
  [
    'write the release notes for GitHub',
    [
      ['github/release', '"release" and "GitHub" in the name, "notes" in the summary'],
      ['github/review-pr', 'GitHub in name and summary, in one piece and in parts'],
      ['git/commit-message', '"Git" of GitHub in name and tag, and "write"'],
    ],
  ],
  [
    'git',
    [
      ['git/rebase', 'name and tag'],
      ['git/commit-message', 'name and tag too, but it is longer'],
      ['github/review-pr', 'tag, and a part of GitHub'],
    ],
  ],
  [
    'my query is slow',
    [
      ['postgres/slow-query', 'both terms in name and summary'],
      ['python/profile', '"slow" in the summary'],
    ],
  ],
  [
    'profiling a slow python script',
    [
      ['python/profile', '"profile" and "python" in name and summary, "slow" in the summary, "script" in the text'],
      ['python/virtualenv', '"python" in name and summary, which two skills hold'],
      ['postgres/slow-query', '"slow", which two skills hold as well, but it is longer'],
    ],
  ],
  [
    'performance',
    [
      ['python/profile', 'the tag'],
      ['postgres/slow-query', 'the tag, among more words'],
    ],
  ],
  [
    'db migration',
    [
      ['postgres/migrate', '"migrate" in name and summary by its stem, "db" as a tag'],
      ['postgres/slow-query', '"db" as a tag'],
      ['node/upgrade-dependencies', '"migration" in its text'],
    ],
  ],
  [
    'set up a new C++ project',
    [
      ['cpp/cmake', 'C++ is a term of its own, and it sets up a project'],
      ['python/virtualenv', 'sets up a project, but not in C++'],
      ['node/upgrade-dependencies', '"project" alone'],
    ],
  ],
  ['publish the C# package', [['csharp/nuget', 'C# is a term of its own; cpp/cmake does not share it']]],
  [
    'the pod is in CrashLoopBackOff again',
    [
      [
        'k8s/debug-pod',
        '"pod" in the name; the parts of CrashLoopBackOff in the trigger, "crash" in the summary as well',
      ],
      ['docker/deploy', '"back" of the word is in its text ("roll back")'],
    ],
  ],
  [
    'K8s pods restarting',
    [['k8s/debug-pod', 'K8s is a term although its parts are too short to be; plural and -ing by the stem']],
  ],
  [
    'docker image is too large, make it smaller',
    [
      ['docker/slim-image', '"docker" and "image" in name and summary, "make" and "smaller" in the summary'],
      ['docker/deploy', '"docker" in name, summary and text'],
      ['cpp/cmake', '"make" is a part of CMake: wrong, and the price of splitting words'],
    ],
  ],
  [
    'deploy to staging',
    [
      ['docker/deploy', '"deploy" in name and summary, "staging" in the summary'],
      ['docker/slim-image', '"multi-stage" has the stem of "staging"'],
    ],
  ],
  [
    'CI is red because of a flaky test',
    [
      ['testing/flaky-tests', '"flaky" and "test" in the name, "CI" in summary and tag'],
      ['github/review-pr', '"ci" as a tag: a two-letter word is a term; "tests" in its text'],
      ['mobile/app-store-submission', '"Test" is a part of TestFlight'],
    ],
  ],
  [
    'I leaked an API key, what now?',
    [
      ['security/rotate-keys', '"key" in name and summary, "API" and "leaked" in the summary'],
      ['api/openapi-client', '"api" in the name and of OpenAPI'],
      ['csharp/nuget', '"API key" in its text: two of three words, each at a tenth'],
    ],
  ],
  ['book a meeting with the team on Tuesday', [['mcp/calendar', 'its trigger; no word of name or summary matches']]],
  [
    'find a nice cafe in Lisbon for our trip',
    [
      ['travel/itinerary', '"cafés" without its accent, and "trip"'],
      ['python/profile', '"find": a poor hit, of low coverage'],
      ['k8s/debug-pod', '"find", among more words'],
    ],
  ],
  [
    'résumé of a new applicant',
    [['hiring/screen-resume', 'accents fold on both sides: its name is written without, its summary with them']],
  ],
  ['翻译这段文本', [['writing/translate', 'two of the pairs of characters in its Chinese trigger']]],
  ['テキストを翻訳してください', [['writing/translate', 'kana and characters in pairs, of its Japanese trigger']]],
  ['нужно перевести текст', [['writing/translate', 'two words of its Russian trigger']]],
  [
    'подать приложение в магазин',
    [['mobile/app-store-submission', 'two words of its Russian trigger; "магазин" is unknown']],
  ],
  [
    'deploi the contaner to stagign',
    [
      ['docker/deploy', 'three mistyped words, each one letter off one of its own'],
      ['docker/slim-image', '"stagign" is read as "stage", which is in "multi-stage"'],
    ],
  ],
  [
    'reveiw my pull requst',
    [
      ['github/review-pr', 'two mistyped words, each one letter off one of its own, and "pull"'],
      ['github/release', '"pull requests" in its text'],
    ],
  ],
  [
    'use EXPLAIN ANALYZE and vacuum',
    [
      ['postgres/slow-query', '"explain" in the summary; "analyze" and "vacuum" stand in the text alone'],
      ['python/virtualenv', '"use" in its text'],
    ],
  ],
  [
    'a flame graph of the worker',
    [['python/profile', 'both words stand in the text alone, in no other skill, and that is enough']],
  ],
  [
    'what does exit code 137 OOMKilled mean',
    [['k8s/debug-pod', 'six words of its text, in no other skill; OOMKilled in one piece and in parts']],
  ],
  [
    'cloudfront invalidation after the upload',
    [
      ['aws/s3-sync', 'CloudFront in the summary, in one piece; "invalidate" in the text by its stem'],
      ['mobile/app-store-submission', '"upload" in its text'],
    ],
  ],
  [
    'generateTypedClient',
    [
      [
        'api/openapi-client',
        'the parts of the identifier: "client" in the name, "generate" and "typed" in the summary',
      ],
      ['cpp/cmake', '"generator" in its text has the stem of "generate"'],
    ],
  ],
  [
    'fastlane upload to TestFlight',
    [
      ['mobile/app-store-submission', 'TestFlight in one piece and in parts; "fastlane" and "upload" in the text'],
      ['testing/flaky-tests', '"Test" of TestFlight in its name: the price of splitting words'],
      ['travel/itinerary', '"flights" in its text, the other part'],
    ],
  ],
  [
    'npm audit found 12 vulnerabilities',
    [
      ['node/upgrade-dependencies', '"npm" in summary and trigger, "audit" in the trigger'],
      ['frontend/accessibility-audit', '"audit" alone, though in its name'],
    ],
  ],
  [
    'RCA of the outage last night',
    [
      ['incident/postmortem', '"RCA" is its trigger, "outage" in the summary'],
      ['github/release', '"last" in its text'],
      ['mcp/slack', '"outage" in its text'],
    ],
  ],
  [
    'S3 bucket sync',
    [
      ['aws/s3-sync', '"S3" in one piece, as its parts are too short; the rest of name and summary'],
      ['terraform/module', '"bucket" in its text'],
    ],
  ],
  [
    'terraform state lock',
    [
      ['terraform/module', '"terraform" in name and summary, "state" and "locked" in the text'],
      ['python/virtualenv', '"lock" in its text'],
      ['postgres/migrate', '"lock" of lock_timeout in its text'],
    ],
  ],
  [
    'blog post about our outage',
    [
      ['writing/blog-post', '"blog" and "post" in name and summary'],
      ['mcp/slack', '"post" in the summary, "outage" in the text'],
      ['incident/postmortem', '"outage" in the summary; "postmortem" is one word and holds no "post"'],
    ],
  ],
]

// Silence is right, and each time for another reason.
const NOTHING: [message: string, because: RegExp, why: string][] = [
  ['how are you today', /fewer than 2 words/, 'stop words but for "today"'],
  ['thanks, perfect', /fewer than 2 words/, 'one word that says something'],
  ['bake a chocolate cake', /^no skill matches/, 'no skill holds a word of it, nor one like it'],
  ['what is the weather in Paris', /^no skill matches/, 'the same'],
  [
    'write a haiku about the sea',
    /^nothing fits well enough/,
    '"write" stands in five skills; the other two words in none',
  ],
  ['read me a story in a funny voice', /^nothing fits well enough/, '"read" stands in two skills, the rest in none'],
]

describe.each(['bm25f', 'wink'] as const)('%s ranks a real library', (engine) => {
  const index = createSkillIndex(engine)
  for (const each of DEVELOPER_SKILLS) index.upsert(each)

  test.each(QUERIES)('%s', (message, hits) => {
    expect(index.search(message, 3).hits.map(({ name }) => name)).toEqual(hits.map(([name]) => name))
  })

  test('the poor hit of a message is told from the good one by what it covers', () => {
    const [trip, profile] = index.search('find a nice cafe in Lisbon for our trip', 2).hits
    expect(trip?.coverage).toBeGreaterThan(2 * profile!.coverage)
  })
})

describe('recall on the same library', () => {
  const { recall } = recallOn(DEVELOPER_SKILLS)

  test.each(NOTHING)('is silent on: %s', async (message, because) => {
    const { hits, silent } = await recall(message)
    expect(hits).toEqual([])
    expect(silent).toMatch(because)
  })

  // A lone word is no request, however well it matches.
  const requests = QUERIES.filter(([message]) => !['merge', 'git', 'performance'].includes(message))
  test.each(requests)('brings up the best for: %s', async (message, [best]) => {
    const { hits } = await recall(message)
    expect(hits[0]?.name).toBe(best![0])
  })
})
