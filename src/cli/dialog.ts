// Single keys and lines from a person: keys as they are pressed at a terminal, whole lines from anything else. What is
// typed before a question stands is no answer to it: nobody says yes to what was not shown yet.
import { createInterface } from 'node:readline'
import { printableLine } from '../domain/printable.ts'

export type Dialog = {
  /** One of these keys, which are lower case; undefined when the person left: Ctrl+C, Ctrl+D, or the end of the input. */
  key(question: string, keys: string): Promise<string | undefined>
  /** A line without its line break; undefined as above. */
  line(question: string): Promise<string | undefined>
  /** Gives the terminal back as it was. */
  close(): void
}

/** So many answers that are none in a row, and whoever gives them is taken to have left. */
const UNCLEAR_MAX = 20

export type KeyInput = NodeJS.ReadableStream & { isTTY?: boolean; setRawMode?: (isRaw: boolean) => unknown }

export function openDialog(input: KeyInput, output: NodeJS.WritableStream): Dialog {
  const { setRawMode } = input
  if (input.isTTY !== true || setRawMode === undefined) return lineDialog(input, output)
  return keyDialog(input, output, (isRaw) => void setRawMode.call(input, isRaw))
}

function lineDialog(input: KeyInput, output: NodeJS.WritableStream): Dialog {
  const reader = createInterface({ input, terminal: false })
  const lines = reader[Symbol.asyncIterator]()
  const line = async (question: string) => {
    output.write(question)
    const { value, done } = await lines.next()
    output.write('\n')
    return done === true ? undefined : value
  }
  return {
    line,
    key: (question, keys) => clearKey(keys, async () => (await line(question))?.trim().toLowerCase()),
    close: () => reader.close(),
  }
}

// For SIGINT and SIGTERM Node itself gives the terminal back.
const SIGNALS = ['SIGHUP', 'SIGQUIT'] as const
const LEAVING = /[\u0003\u0004]/

function keyDialog(input: KeyInput, output: NodeJS.WritableStream, setRaw: (isRaw: boolean) => void): Dialog {
  let hasLeft = false
  let isLine = false
  let answer: ((key: string | undefined) => void) | undefined
  const answered = (key: string | undefined) => {
    const waiting = answer
    answer = undefined
    waiting?.(key)
  }
  const leave = () => {
    hasLeft = true
    answered(undefined)
  }
  const onData = (chunk: Buffer | string) => {
    const typed = String(chunk)
    if (isLine) return
    if (LEAVING.test(typed)) leave()
    // A paste, or a key that sends several characters, is no answer.
    else if ([...typed].length === 1) answered(typed.toLowerCase())
  }
  const next = (question: string) => {
    output.write(question)
    return new Promise<string | undefined>((resolve) => {
      if (hasLeft) resolve(undefined)
      else answer = resolve
    })
  }
  const ended = (signal: NodeJS.Signals) => {
    close()
    process.kill(process.pid, signal)
  }
  const close = () => {
    for (const signal of SIGNALS) process.off(signal, ended)
    input.off('data', onData).off('end', leave)
    setRaw(false)
    input.pause()
  }
  for (const signal of SIGNALS) process.on(signal, ended)
  input.on('data', onData).on('end', leave)
  setRaw(true)
  input.resume()
  return {
    key: (question, keys) =>
      clearKey(keys, async () => {
        const key = await next(question)
        output.write(`${printableLine(key ?? '')}\n`)
        return key
      }),
    async line(question) {
      isLine = true
      setRaw(false)
      try {
        return await readLine(question, input, output)
      } finally {
        setRaw(true)
        input.resume()
        isLine = false
      }
    },
    close,
  }
}

async function clearKey(keys: string, next: () => Promise<string | undefined>): Promise<string | undefined> {
  for (let unclear = 0; unclear < UNCLEAR_MAX; unclear++) {
    const key = await next()
    if (key === undefined || (key.length === 1 && keys.includes(key))) return key
  }
  return undefined
}

function readLine(question: string, input: KeyInput, output: NodeJS.WritableStream): Promise<string | undefined> {
  const reader = createInterface({ input, output })
  return new Promise((resolve) => {
    const leave = () => {
      output.write('\n')
      resolve(undefined)
    }
    reader.once('close', leave)
    reader.question(question, (line) => {
      reader.off('close', leave)
      reader.close()
      resolve(line)
    })
  })
}
