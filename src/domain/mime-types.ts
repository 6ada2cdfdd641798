// What a file is called by the ending of its name, for whoever is handed its bytes. It opens nothing: a name can say
// anything, so no type here is one that a reader may trust to be harmless (see `canScript`).

const TYPES = `
  text/markdown md mdx markdown
  text/plain txt text log ini conf cfg env properties lock tex rst adoc
  text/html html htm xhtml
  text/css css
  text/csv csv
  text/tab-separated-values tsv
  text/calendar ics
  text/javascript js mjs cjs jsx
  text/x-typescript ts tsx mts cts
  text/x-python py pyi
  text/x-ruby rb
  text/x-perl pl pm
  text/x-php php
  text/x-go go
  text/x-rust rs
  text/x-java java
  text/x-c c h cc cpp cxx hpp cs
  text/x-lua lua
  text/x-diff patch diff
  application/x-sh sh bash zsh fish
  application/x-powershell ps1 psm1
  application/x-bat bat cmd
  application/sql sql
  application/json json geojson ipynb
  application/json5 json5 jsonc
  application/jsonl jsonl ndjson
  application/yaml yaml yml
  application/toml toml
  application/xml xml xsd xsl xslt dtd
  application/graphql graphql gql
  image/svg+xml svg
  image/png png
  image/jpeg jpg jpeg
  image/gif gif
  image/webp webp
  image/avif avif
  image/bmp bmp
  image/x-icon ico
  image/tiff tif tiff
  audio/mpeg mp3
  audio/wav wav
  audio/ogg ogg opus
  audio/flac flac
  video/mp4 mp4 m4v
  video/webm webm
  video/quicktime mov
  font/ttf ttf
  font/otf otf
  font/woff woff
  font/woff2 woff2
  application/pdf pdf
  application/zip zip jar skill
  application/gzip gz tgz
  application/x-tar tar
  application/x-7z-compressed 7z
  application/vnd.rar rar
  application/wasm wasm
  application/vnd.sqlite3 sqlite sqlite3
  application/vnd.openxmlformats-officedocument.wordprocessingml.document docx
  application/vnd.openxmlformats-officedocument.spreadsheetml.sheet xlsx
  application/vnd.openxmlformats-officedocument.presentationml.presentation pptx
`
const PLAIN = 'text/plain'
const UNKNOWN = 'application/octet-stream'

const TYPE_OF_EXTENSION: ReadonlyMap<string, string> = new Map(
  TYPES.trim()
    .split('\n')
    .flatMap((line) => {
      const [type = '', ...extensions] = line.trim().split(' ')
      return extensions.map((extension): [string, string] => [extension, type])
    }),
)

/** @param path POSIX. A name without an extension (`LICENSE`, `Makefile`) is plain text. */
export function mimeTypeOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  return dot < 0 ? PLAIN : (TYPE_OF_EXTENSION.get(name.slice(dot + 1).toLowerCase()) ?? UNKNOWN)
}

/** Whether files of that type are text as a rule; their bytes may say otherwise. */
export function isTextType(type: string): boolean {
  return type.startsWith('text/') || TEXT_TYPES.has(type)
}

const TEXT_TYPES = new Set([
  'image/svg+xml',
  ...'x-sh x-powershell x-bat sql json json5 jsonl yaml toml xml graphql'
    .split(' ')
    .map((kind) => `application/${kind}`),
])

/** What a browser may show in its window without running anything of it. */
export function isShownSafely(type: string): boolean {
  return SHOWN_SAFELY.has(type)
}

const SHOWN_SAFELY = new Set([
  ...[PLAIN, 'text/markdown'],
  ...'png jpeg gif webp avif bmp x-icon'.split(' ').map((kind) => `image/${kind}`),
])

/** Types that a browser runs when it opens them; whoever serves them to one calls them plain text. */
export function canScript(type: string): boolean {
  return type === 'text/html' || type === 'image/svg+xml' || type === 'application/xml'
}
