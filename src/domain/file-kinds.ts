// What a file name may say once the name is gone: its kind, in the word that a skill would use for it. It knows names
// only; it opens nothing.

// The kind first, then its extensions. A domain's ending that is no everyday extension (ai, io, co) is not in here.
const KINDS = `
  image jpg jpeg png gif webp bmp tiff tif svg heic heif avif ico psd raw cr2 nef eps
  video mp4 mov avi mkv webm wmv flv m4v mpg mpeg
  audio mp3 wav flac ogg m4a aac wma opus aiff mid midi
  pdf pdf
  document doc docx odt rtf pages wpd
  spreadsheet xls xlsx xlsm xlsb ods numbers gsheet
  presentation ppt pptx odp keynote
  csv csv
  tsv tsv
  markdown md mdx markdown
  text txt text
  log log
  ebook epub mobi azw3
  latex tex bib sty
  archive zip tar gz tgz bz2 xz 7z rar zst jar war
  json json jsonl ndjson json5 geojson
  yaml yml yaml
  toml toml
  xml xml xsd xsl xslt
  html html htm xhtml
  css css scss sass less
  sql sql ddl
  database db sqlite sqlite3 mdb accdb dump
  parquet parquet
  python py pyi pyw whl
  notebook ipynb
  javascript js mjs cjs jsx
  typescript ts tsx mts cts
  java java
  kotlin kt kts
  scala scala
  groovy groovy gradle
  go go
  rust rs
  ruby rb erb gemspec
  php php
  perl pl pm
  swift swift
  C++ cpp cc cxx hpp hxx
  C# cs csproj sln
  F# fs fsx
  dart dart
  lua lua
  elixir ex exs
  haskell hs
  clojure clj cljs
  julia jl
  vue vue
  svelte svelte
  solidity sol
  assembly asm
  header h
  shell sh bash zsh fish
  powershell ps1 psm1
  script bat cmd vbs
  terraform tf tfvars hcl
  protobuf proto
  graphql graphql gql
  configuration ini conf cfg config properties plist
  env env
  lockfile lock
  patch patch diff
  certificate pem crt cer key p12 pfx
  email eml msg mbox
  calendar ics
  contact vcf
  font ttf otf woff woff2
  subtitles srt vtt
  program exe msi dmg apk ipa deb rpm appimage
  library dll so dylib
  wasm wasm
  backup bak
  drawing dwg dxf vsdx drawio
  model stl obj gltf glb onnx safetensors gguf
  torrent torrent
`

const KIND_OF_EXTENSION: ReadonlyMap<string, string> = new Map(
  KINDS.trim()
    .split('\n')
    .flatMap((line) => {
      const [kind = '', ...extensions] = line.trim().split(' ')
      return extensions.map((extension): [string, string] => [extension, kind])
    }),
)

/** "image" of "photo.jpg", "pdf" of ".pdf"; undefined where the ending is no extension that is known here. */
export function kindOfFile(name: string): string | undefined {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? undefined : KIND_OF_EXTENSION.get(name.slice(dot + 1).toLowerCase())
}
