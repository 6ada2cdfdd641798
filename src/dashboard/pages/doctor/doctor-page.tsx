// What is wrong with the home and how to mend it: files, what can be repaired without a guess, mounted folders with the
// copies that stand behind others, and how clients are attached.
import type { ComponentChildren } from 'preact'
import { api } from '../../api.ts'
import { Icon } from '../../components/icon.tsx'
import { PageHead, Tile, Tiles } from '../../components/page-head.tsx'
import { ErrorState, Loading } from '../../components/states.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { type Resource, useResource } from '../../resource.ts'
import { setQuery } from '../../router.ts'
import type { PageProps } from '../index.ts'
import { ClientList } from './client-list.tsx'
import type { Checked, ClientState, Mounted } from './doctor-data.ts'
import { FindingList } from './finding-list.tsx'
import { MountList } from './mount-list.tsx'
import { RepairList } from './repair-list.tsx'
import './doctor.css'

export function DoctorPage({ query }: PageProps) {
  // Every file is read for it: asked for when the page is opened, by hand, and when a fault comes up.
  const checked = useResource('doctor', (signal) => api.get<Checked>('/api/doctor', {}, signal), ['library.fault'])
  const mounts = useResource('doctor mounts', (signal) => api.get<{ mounts: Mounted[] }>('/api/mounts', {}, signal))
  const clients = useResource('doctor clients', (signal) =>
    api.get<{ home: string; clients: ClientState[] }>('/api/clients', {}, signal),
  )
  const reload = () => {
    for (const each of [checked, mounts, clients]) each.reload()
  }
  const head = (
    <PageHead title="Doctor" note="What is wrong with the files of the home, and how to mend it.">
      <button type="button" class="button" disabled={checked.isLoading} onClick={reload}>
        <Icon name="search" />
        {checked.isLoading ? 'Looking…' : 'Look again'}
      </button>
    </PageHead>
  )
  const { data, error } = checked
  if (data === undefined) {
    return (
      <>
        {head}
        {error ? <ErrorState error={error} retry={reload} /> : <Loading what="Reading every file" />}
      </>
    )
  }
  const mounted = mounts.data?.mounts ?? []
  const copies = mounted.reduce((sum, { shadowed }) => sum + shadowed.length, 0)
  const tab = TABS.includes(query.tab ?? '') ? (query.tab ?? '') : 'files'
  const items = [
    { key: 'files', label: 'Files', count: data.findings.length || undefined },
    { key: 'repairs', label: 'Can be repaired', count: data.repairs.length || undefined },
    { key: 'mounts', label: 'Mounts and copies', count: mounted.length || undefined },
    { key: 'clients', label: 'Clients', count: clients.data?.clients.filter(({ found }) => found).length || undefined },
  ]
  return (
    <>
      {head}
      <div class="doctor-tiles">
        <Tiles>
          <Tile label="Errors" value={data.errors} note="not served until mended" />
          <Tile label="Warnings" value={data.warnings} note="served, but look" />
          <Tile label="Skills served" value={data.skills} />
          <Tile label="Copies" value={copies} note="behind others of their name" />
        </Tiles>
      </div>
      <Tabs items={items} active={tab} choose={(key) => setQuery({ tab: key })} label="What is looked at">
        {tab === 'files' && (
          <FindingList findings={data.findings} repairable={new Set(data.repairs.map(({ file }) => file))} />
        )}
        {tab === 'repairs' && <RepairList repairs={data.repairs} more={data.moreRepairs} done={reload} />}
        {tab === 'mounts' && <Of resource={mounts} show={(each) => <MountList mounts={each.mounts} />} />}
        {tab === 'clients' && <Of resource={clients} show={(each) => <ClientList {...each} />} />}
      </Tabs>
    </>
  )
}

/** What one tab alone needs: that it cannot be had keeps nobody from the others. */
function Of<T>({ resource, show }: { resource: Resource<T>; show: (data: T) => ComponentChildren }) {
  const { data, error, reload } = resource
  if (data !== undefined) return <>{show(data)}</>
  return error ? <ErrorState error={error} retry={reload} /> : <Loading />
}

const TABS = ['files', 'repairs', 'mounts', 'clients']
