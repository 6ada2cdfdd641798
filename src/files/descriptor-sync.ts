// fsync and fdatasync as promises: they take milliseconds, so they go through the thread pool. Written out because
// `node:util`, which would do it, loads the network and the workers of newer Nodes into every hook.
import { fdatasync, fsync } from 'node:fs'

/** Data and metadata of an open file or folder. Rejects with the system's error. */
export function syncDescriptor(descriptor: number): Promise<void> {
  return new Promise((done, failed) => fsync(descriptor, (error) => (error === null ? done() : failed(error))))
}

/** Data of an open file, and of its metadata only what finding the data needs. Rejects with the system's error. */
export function syncData(descriptor: number): Promise<void> {
  return new Promise((done, failed) => fdatasync(descriptor, (error) => (error === null ? done() : failed(error))))
}
