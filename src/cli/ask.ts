import { createInterface } from 'node:readline'

/** A question to a person. Anything but y or yes is no; so are Ctrl+C and Ctrl+D. Results keep stdout to themselves. */
export function askYesNo(
  question: string,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<boolean> {
  const dialog = createInterface({ input, output })
  return new Promise<boolean>((resolve) => {
    const leave = () => {
      output.write('\n')
      resolve(false)
    }
    dialog.once('close', leave)
    dialog.question(`${question} [y/N] `, (answer) => {
      dialog.off('close', leave)
      dialog.close()
      resolve(/^\s*y(?:es)?\s*$/i.test(answer))
    })
  })
}
