import { rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { format } from 'node:util'
import { afterAll, afterEach, expect, vi } from 'vitest'
import { endFile } from './after-file.ts'
import { noteCost } from './dearest-files.ts'

// organisations of all test files have the same schemas, by which the product names their folders
const data = join(process.env.TEST_DATA_DIR!, String(process.pid))
process.env.DATA_DIR = data

const before = process.cpuUsage()

let complaints: string[] = []

/** What would be a red line in somebody's console is a failure here; a test that expects one mocks `console.error`. */
console.error = (...words: unknown[]) => {
  complaints.push(format(...words))
}

afterEach(refuseComplaints)
afterAll(refuseComplaints)
afterAll(async () => {
  vi.useRealTimers()
  await endFile()
  await rm(data, { recursive: true, force: true })
  const { user, system } = process.cpuUsage(before)
  noteCost(relative(process.cwd(), expect.getState().testPath!), (user + system) / 1_000)
})

function refuseComplaints() {
  const [first] = complaints
  complaints = []
  if (first !== undefined) throw new Error(`console.error was called: ${first}`)
}
