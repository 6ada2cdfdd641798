// Goal: SIGKILL at any moment loses no acknowledged save and leaves nothing behind (row 2).
// Method: a real server is killed at random moments while 8 callers save; the next one must serve every acknowledged
// skill with its very bytes, and is the next victim. Odd rounds go over HTTP. KILLS=200 is the full bar.
import { expect, test } from 'vitest'
import { tempFolder } from '../support/temp-home.ts'
import { startHttp, startStdio } from './support/attached-server.ts'
import { homeFaults } from './support/home-faults.ts'
import { createPledges } from './support/pledges.ts'
import { dice as throwDice } from './support/random.ts'
import { randomMoment, startWriters } from './support/writers.ts'

const KILLS = Number(process.env.KILLS ?? 25)
const WRITERS = 8
const MOMENT_MS_MAX = 800

test(`${KILLS} kills, ${WRITERS} writers: nothing acknowledged is lost, nothing is torn, nothing is left behind`, async () => {
  const dice = throwDice()
  const home = tempFolder()
  const pledges = createPledges()
  const counter = { next: 0 }
  const start = (round: number) => (round % 2 === 1 ? startHttp(home, WRITERS) : startStdio(home))
  let server = await start(0)
  for (let round = 1; round <= KILLS; round++) {
    const writing = startWriters(server, pledges, { writers: WRITERS, dice, counter })
    await randomMoment(dice, MOMENT_MS_MAX)
    await server.kill()
    await writing.stop()
    server = await start(round)
    expect(await pledges.broken(server), `kill ${round}`).toEqual([])
    expect(homeFaults(home), `kill ${round}`).toEqual([])
  }
  await server.stop()
  console.log(`kill9: ${KILLS} kills, ${pledges.acknowledged()} saves acknowledged of ${counter.next} begun, 0 lost`)
})
