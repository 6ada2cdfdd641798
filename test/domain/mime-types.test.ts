import { expect, test } from 'vitest'
import { canScript, isShownSafely, isTextType, mimeTypeOf } from '../../src/domain/mime-types.ts'

test.each([
  ['scripts/run.sh', 'application/x-sh'],
  ['references/GUIDE.MD', 'text/markdown'],
  ['assets/logo.svg', 'image/svg+xml'],
  ['LICENSE', 'text/plain'],
  ['scripts/Makefile', 'text/plain'],
  ['v1.2/NOTES', 'text/plain'],
  ['data.unheard', 'application/octet-stream'],
  ['a.constructor', 'application/octet-stream'],
  ['page.html', 'text/html'],
  ['x.tar.gz', 'application/gzip'],
])('%s is %s', (path, type) => {
  expect(mimeTypeOf(path)).toBe(type)
})

test('what a browser could run is shown by none, and is text all the same', () => {
  for (const type of ['text/html', 'image/svg+xml', 'application/xml']) {
    expect([canScript(type), isShownSafely(type)], type).toEqual([true, false])
  }
  for (const type of ['text/javascript', 'application/pdf', 'text/css', 'application/octet-stream']) {
    expect(isShownSafely(type), type).toBe(false)
  }
  expect(['text/html', 'application/x-sh', 'image/svg+xml', 'application/json'].every(isTextType)).toBe(true)
  expect(['image/png', 'application/zip', 'application/octet-stream'].some(isTextType)).toBe(false)
})
