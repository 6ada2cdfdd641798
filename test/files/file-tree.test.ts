// Goal: the walk sees every plain file below a folder, names what is none, and never leaves the folder.
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { walkTree } from '../../src/files/file-tree.ts'
import { tempFolder } from '../support/temp-home.ts'

const isJson = (path: string) => path.endsWith('.json')
const everywhere = () => true

function folderWith(...paths: string[]): string {
  const root = tempFolder()
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), path)
  }
  return root
}
const pathsOf = (entries: { path: string }[]) => entries.map(({ path }) => path).sort()

test('wanted files of all folders, and the folders', async () => {
  const tree = await walkTree(folderWith('a.json', 'x/b.json', 'x/y/c.json', 'x/note.md'), isJson, everywhere)
  expect(pathsOf(tree.files)).toEqual(['a.json', 'x/b.json', 'x/y/c.json'])
  expect(tree.folders.sort()).toEqual(['', 'x', 'x/y'])
  expect(tree.faults).toEqual([])
})

test('a folder that is not to be entered is passed over', async () => {
  const tree = await walkTree(folderWith('a.json', 'a.files/b.json'), isJson, (path) => !path.endsWith('.files'))
  expect(pathsOf(tree.files)).toEqual(['a.json'])
})

test('links, pipes and depth are named, and no link is followed', async () => {
  const outside = folderWith('secret.json', 'deep/secret.json')
  const deep = Array.from({ length: 13 }, () => 'd').join('/')
  const root = folderWith('a.json', `${deep}/b.json`)
  symlinkSync(join(outside, 'secret.json'), join(root, 'link.json'))
  symlinkSync(join(outside, 'deep'), join(root, 'team'))
  symlinkSync(root, join(root, 'loop'))
  symlinkSync(join(root, 'none'), join(root, 'dangling.json'))
  symlinkSync(join(outside, 'secret.json'), join(root, 'readme'))
  execFileSync('mkfifo', [join(root, 'pipe.json')])
  const tree = await walkTree(root, isJson, everywhere)
  expect(pathsOf(tree.files)).toEqual(['a.json'])
  expect(tree.faults.map(({ path, kind }) => `${kind} ${path}`).sort()).toEqual([
    'link dangling.json',
    'link link.json',
    'link loop',
    'link team',
    'not-a-file pipe.json',
    `too-deep ${deep.slice(0, 23)}`,
  ])
})

test('a folder that is not there is an empty tree', async () => {
  expect(await walkTree(join(tempFolder(), 'none'), isJson, everywhere)).toMatchObject({ files: [], faults: [] })
})

test('a stamp changes with the file', async () => {
  const root = folderWith('a.json')
  const stamp = async () => (await walkTree(root, isJson, everywhere)).files[0]?.stamp
  const before = await stamp()
  expect(await stamp()).toBe(before)
  writeFileSync(join(root, 'a.json'), 'longer than before')
  expect(await stamp()).not.toBe(before)
})
