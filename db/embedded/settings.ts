/** Settings of both kinds of cluster, for a machine of two cores or more. */
const common = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_connections: '200',
  // one transaction may touch the tables of many schemas
  max_locks_per_transaction: '256',
  shared_buffers: '256MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1',
  max_parallel_workers_per_gather: '1',
  jit: 'off',
  // the log says what happens to the server; a refused row is the application's to report, and may hold personal data
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

/** Keeps what it was told: every commit is on disk. */
export const lasting: Record<string, string> = {
  ...common,
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
}

/** Forgets everything, therefore never waits for a disk. */
export const throwAway: Record<string, string> = {
  ...common,
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_size: '256MB',
  max_wal_senders: '0',
  // tests connect thousands of times, and guessing their passwords is nobody's aim
  scram_iterations: '1',
}
