import { join } from 'node:path'
import { format } from 'node:util'
import { afterAll, afterEach } from 'vitest'

// organisations of test files that run side by side have the same schema, by which the product names their folders
process.env.DATA_DIR = join(process.env.TEST_DATA_DIR!, String(process.pid))

let complaints: string[] = []

/** What would be a red line in somebody's console is a failure here; a test that expects one mocks `console.error`. */
console.error = (...words: unknown[]) => {
  complaints.push(format(...words))
}

afterEach(refuseComplaints)
afterAll(refuseComplaints)

function refuseComplaints() {
  const [first] = complaints
  complaints = []
  if (first !== undefined) throw new Error(`console.error was called: ${first}`)
}
