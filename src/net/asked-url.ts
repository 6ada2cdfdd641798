// What a URL must be for us to ask it: HTTP or HTTPS, without credentials, and on a redirect never from HTTPS back to HTTP.
import { SkillError, shown } from '../domain/skill-error.ts'

const URL_CHARS_MAX = 2048

/** @throws `bad-input`, `refused`. */
export function askedUrl(text: string): URL {
  if (text.length > URL_CHARS_MAX || !URL.canParse(text)) throw noUrl(text)
  return checked(new URL(text), text)
}

/** @param location as the header says it, which may be relative. @throws as `askedUrl`. */
export function redirectedUrl(from: URL, location: string): URL {
  if (location.length > URL_CHARS_MAX || !URL.canParse(location, from.href)) throw noUrl(location)
  const to = checked(new URL(location, from), location)
  if (from.protocol !== 'https:' || to.protocol === 'https:') return to
  throw new SkillError(
    'refused',
    `${from.host} leads on to "${shown(location)}": expected https:, got http:, which anybody on the way can change`,
    'Nothing was taken; ask who runs it for a place that stays with https.',
  )
}

function checked(url: URL, text: string): URL {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    const message = `"${shown(text)}": expected http: or https:, got ${shown(url.protocol)}`
    throw new SkillError('bad-input', message, 'Download it by other means and name the file.')
  }
  if (url.username === '' && url.password === '') return url
  throw new SkillError(
    'bad-input',
    `expected a URL without a name or password in it, got one for ${url.host}`,
    'Nothing is fetched that needs to be logged in to; download it yourself and name the file.',
  )
}

function noUrl(text: string): SkillError {
  return new SkillError(
    'bad-input',
    `expected a URL of at most ${URL_CHARS_MAX} characters, got "${shown(text)}"`,
    'Write it whole: https://host/path.',
  )
}
