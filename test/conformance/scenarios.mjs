// The server scenarios of the protocol's conformance suite that need no tools made for them: what any server must pass, and
// what one must that serves skills (SEP-2640). The others ask for tools such as `test_simple_text`, which a product does not have.
export const SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'logging-set-level',
  'dns-rebinding-protection',
  'server-sse-multiple-streams',
  'server-session-lifecycle',
  'caching',
  'sep-2164-resource-not-found',
  'http-header-validation',
  'input-required-result-missing-input-response',
  'input-required-result-unsupported-methods',
  'input-required-result-ignore-extra-params',
  'input-required-result-validate-input',
  'sep-2640-skills-enumeration',
  'sep-2640-skills-manifest',
  'sep-2640-skills-directory',
]
