// Takes the lock at the given path, says so, and then does what it is asked: `assert` or `release`.
import { acquireLease } from '../../../src/files/file-lease.ts'

const lease = await acquireLease(process.argv[2]!, 'the test')
const tell = (message: string) => void process.send!(message)
process.on('message', (question) => {
  const work = question === 'assert' ? lease.assertHeld() : lease.release()
  work.then(
    () => tell('ok'),
    (error: Error) => tell(error.message),
  )
})
tell('held')
