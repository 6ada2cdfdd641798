// The files beside a skill's text: read as text here, or saved as they are. None is ever run or shown as a page.
import { useState } from 'preact/hooks'
import { ApiError, callerHeaders, queryText } from '../../api.ts'
import { Badge } from '../../components/badge.tsx'
import { Icon } from '../../components/icon.tsx'
import { EmptyState } from '../../components/states.tsx'
import { attempt } from '../../components/toast.tsx'
import { RawText, VisibleText } from '../../components/visible-text.tsx'
import { bytesText } from '../../wording.ts'
import type { WholeDetail } from './skill-data.ts'

type File = WholeDetail['files'][number]

// Beyond this a browser is slow to lay the text out; the file can be saved.
const SHOWN_BYTES_MAX = 400_000

export function FilesTab({ detail, version }: { detail: WholeDetail; version: string | undefined }) {
  const [shown, setShown] = useState<{ path: string; text: string } | undefined>()
  if (detail.files.length === 0) {
    return <EmptyState icon="file" title="No files" text="Scripts, references and assets of a skill stand here." />
  }
  const { name } = detail.skill
  const open = async (file: File) => {
    const text = await attempt(async () => (await fileOf(name, file.path, version)).text())
    if (text !== undefined) setShown({ path: file.path, text })
  }
  const save = async (file: File) => {
    const blob = await attempt(async () => (await fileOf(name, file.path, version)).blob())
    if (blob !== undefined) saveAs(blob, file.path.slice(file.path.lastIndexOf('/') + 1))
  }
  return (
    <div class="stack">
      <div class="table-wrap">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Path</th>
              <th scope="col">Type</th>
              <th scope="col" class="number">
                Size
              </th>
              <th scope="col">
                <span class="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {detail.files.map((file) => (
              <FileRow key={file.path} file={file} open={() => void open(file)} save={() => void save(file)} />
            ))}
          </tbody>
        </table>
      </div>
      {shown !== undefined && <RawText text={shown.text} label={`The text of ${shown.path}`} />}
    </div>
  )
}

function FileRow({ file, open, save }: { file: File; open: () => void; save: () => void }) {
  const { path, size, mimeType, executable, sha256 } = file
  const isText = /^text\/|json|yaml|toml|xml|javascript|-sh$/.test(mimeType) && size <= SHOWN_BYTES_MAX
  return (
    <tr>
      <td title={`SHA-256 ${sha256}`}>
        <span class="mono">
          <VisibleText text={path} />
        </span>{' '}
        {executable === true && <Badge tone="warn">executable</Badge>}
      </td>
      <td class="muted">{mimeType}</td>
      <td class="number">{bytesText(size)}</td>
      <td class="file-actions">
        {isText && (
          <button type="button" class="button" data-kind="quiet" onClick={open}>
            Show<span class="visually-hidden"> {path}</span>
          </button>
        )}
        <button type="button" class="button" data-kind="quiet" onClick={save}>
          <Icon name="file" />
          Save<span class="visually-hidden"> {path}</span>
        </button>
      </td>
    </tr>
  )
}

async function fileOf(name: string, path: string, version: string | undefined): Promise<Response> {
  const response = await fetch(`/api/skills/file${queryText({ name, path, version })}`, { headers: callerHeaders() })
  if (response.ok) return response
  throw new ApiError(response.status, 'not-found', `${path} could not be read`, 'Load the page again.')
}

function saveAs(blob: Blob, fileName: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = fileName
  link.click()
  URL.revokeObjectURL(link.href)
}
