/**
 * The statements that somebody would write by hand for what the product's lists and its search show: the rows of the
 * first page and what stands around them, by the same indexes. `like`: what is looked for, as `ilike` takes it.
 */
export interface Bare {
  text: string
  /** The rows of the statement are the ids of the page, in its order. */
  values: unknown[]
}

const about = {
  invoice: (s: string) => `select id from ${s}.invoice where number ilike $1
    union select i.id from ${s}.invoice i join ${s}.student p on p.id = i.student_id where p.name ilike $1 or p.student_no ilike $1
    union select i.id from ${s}.invoice i join ${s}.parent p on p.id = i.payer_parent_id where p.name ilike $1`,
  student: (s: string) => `select id from ${s}.student where name ilike $1 or student_no ilike $1
    union select sp.student_id from ${s}.student_parent sp join ${s}.parent p on p.id = sp.parent_id
      where p.name ilike $1 or p.email ilike $1 or p.family_code ilike $1`,
}

/** One page of invoices that something was typed about, their number, their sums and how many are in each state. */
export const invoices = (s: string, like: string): Bare[] => [
  {
    text: `select i.id, i.number, s.name as student, s.student_no, p.name as payer, b.name as branch, i.issued_on, i.due_on,
        i.total_sen, i.paid_sen, i.balance_sen, i.status
      from ${s}.invoice i join ${s}.student s on s.id = i.student_id join ${s}.parent p on p.id = i.payer_parent_id
      join ${s}.branch b on b.id = i.branch_id
      where i.id in (${about.invoice(s)}) order by i.id desc limit 25`,
    values: [like],
  },
  {
    text: `select count(*), sum(total_sen), sum(paid_sen), sum(balance_sen) from ${s}.invoice where id in (${about.invoice(s)})`,
    values: [like],
  },
  {
    text: `select status, due_on < current_date as late, count(*) from ${s}.invoice where id in (${about.invoice(s)}) group by 1, 2`,
    values: [like],
  },
]

/** The same as it is written before anybody thinks of indexes: whatever is joined is looked through. */
export const invoicesLookedThrough = (s: string, like: string): Bare[] => {
  const joined = `from ${s}.invoice i join ${s}.student s on s.id = i.student_id join ${s}.parent p on p.id = i.payer_parent_id
    where i.number ilike $1 or s.name ilike $1 or s.student_no ilike $1 or p.name ilike $1`
  return [
    { text: `select i.id ${joined} order by i.id desc limit 25`, values: [like] },
    {
      text: `select count(*), sum(i.total_sen), sum(i.paid_sen), sum(i.balance_sen) ${joined}`,
      values: [like],
    },
    {
      text: `select i.status, i.due_on < current_date as late, count(*) ${joined} group by 1, 2`,
      values: [like],
    },
  ]
}

/** One page of students, their number and how many are in each state. */
export const students = (s: string, like: string): Bare[] => [
  {
    text: `select s.id, s.name, s.student_no, s.born_on, s.status, b.name as branch, p.name as parent, p.phone,
        (select count(*) from ${s}.enrolment e where e.student_id = s.id and e.status in ('active', 'paused')) as classes
      from ${s}.student s join ${s}.branch b on b.id = s.branch_id
      left join ${s}.student_parent sp on sp.student_id = s.id and sp.is_primary left join ${s}.parent p on p.id = sp.parent_id
      where s.deleted_at is null and s.id in (${about.student(s)}) order by s.name, s.id limit 25`,
    values: [like],
  },
  {
    text: `select count(*) from ${s}.student where deleted_at is null and id in (${about.student(s)})`,
    values: [like],
  },
  {
    text: `select status, count(*) from ${s}.student where deleted_at is null and id in (${about.student(s)}) group by 1`,
    values: [like],
  },
]

/** All invoices: the newest, their number, their sums and how many are in each state. */
export const allInvoices = (s: string): Bare[] => [
  {
    text: `select i.id, i.number, s.name as student, s.student_no, p.name as payer, b.name as branch, i.issued_on, i.due_on,
        i.total_sen, i.paid_sen, i.balance_sen, i.status
      from ${s}.invoice i join ${s}.student s on s.id = i.student_id join ${s}.parent p on p.id = i.payer_parent_id
      join ${s}.branch b on b.id = i.branch_id order by i.id desc limit 25`,
    values: [],
  },
  {
    text: `select count(*), sum(total_sen) filter (where status in ('unpaid', 'pending', 'paid')),
      sum(paid_sen) filter (where status in ('unpaid', 'pending', 'paid')),
      sum(balance_sen) filter (where status in ('unpaid', 'pending', 'paid')) from ${s}.invoice`,
    values: [],
  },
  {
    text: `select status, due_on < current_date as late, count(*) from ${s}.invoice group by 1, 2`,
    values: [],
  },
]

/** A family by a part of a child's or a parent's name: who pays, the children, and what is owed. */
export const families = (s: string, like: string): Bare[] => [
  {
    text: `with related as (
        select id from ${s}.student where name ilike $1 and deleted_at is null
        union select sp.student_id from ${s}.student_parent sp join ${s}.parent p on p.id = sp.parent_id where p.name ilike $1)
      select p.id, p.name, p.phone, p.family_code,
        (select string_agg(c.name, ', ' order by c.born_on) from ${s}.student c join ${s}.student_parent l on l.student_id = c.id
          where l.parent_id = p.id and c.deleted_at is null) as children,
        (select coalesce(sum(balance_sen), 0) from ${s}.invoice
          where payer_parent_id = p.id and status in ('unpaid', 'pending')) as owed_sen
      from ${s}.parent p where p.deleted_at is null and p.id in (
        select sp.parent_id from ${s}.student_parent sp join related on related.id = sp.student_id where sp.is_payer)
      order by p.name, p.id limit 21`,
    values: [like],
  },
]
