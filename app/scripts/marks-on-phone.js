// Keeps marks on the phone while there is no network, where somebody switched it on (docs/decisions/082).
const form = document.getElementById('marking')
const words = form.dataset
const toggle = document.getElementById('phone-switch')
const status = document.getElementById('phone-status')
const opened = Date.now()
const here = location.pathname
let sending = false
let trouble = ''

const stored = (key, usual) => JSON.parse(localStorage.getItem(key) ?? usual)
const waiting = () => stored('lunas.marks', '[]')
const keepAll = (marks) => localStorage.setItem('lunas.marks', JSON.stringify(marks))
const isOn = () => toggle.checked

/** Also where the page was not opened securely. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6] & 15) | 64
  bytes[8] = (bytes[8] & 63) | 128
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const field = (line, name) => line.querySelector(`[name$=".${name}"]`)
const chosen = (line) => line.querySelector('[name$=".mark"]:checked')?.value
const lines = () => [...form.querySelectorAll('.mark')]

/** The mark of a line as it is now, in place of one that waits for the same student. */
function keep(line, at) {
  const mark = chosen(line)
  if (!mark) return
  const student_id = field(line, 'student_id').value
  const others = waiting().filter(
    (one) => one.page !== here || one.student_id !== student_id || one.user !== words.user,
  )
  const late_minutes = Number(field(line, 'late_minutes')?.value) || null
  keepAll([
    ...others,
    {
      ...{ id: newId(), page: here, user: words.user, student_id, mark, at, late_minutes },
      remark: field(line, 'remark')?.value || null,
      makeup_for_id: field(line, 'makeup_for_id')?.value || null,
      trial: field(line, 'trial')?.value === 'on',
    },
  ])
}

function show() {
  const all = waiting()
  const mine = all.filter(({ user }) => user === words.user).length
  const count = mine && words[mine === 1 ? 'waitOne' : 'wait'].replace('#', mine)
  const said = sending ? words.sending : trouble && words[trouble]
  const others = all.length > mine ? words.other : ''
  status.textContent = [count, said || (isOn() && !mine ? words.on : ''), others].filter(Boolean).join('. ')
  status.hidden = status.textContent === ''
}

/** Sends what waits, a batch for each session. True when all of this session arrived. */
async function send({ stays = false } = {}) {
  const mine = waiting().filter(({ user }) => user === words.user)
  if (mine.length === 0) return true
  if (sending) return false
  sending = true
  trouble = ''
  show()
  let look = false
  for (const page of new Set(mine.map((one) => one.page))) {
    const marks = mine.filter((one) => one.page === page)
    try {
      const answer = await fetch(page.replace('/mark/', '/mark/phone/'), {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ batch: JSON.stringify({ now: Date.now(), marks }) }),
      })
      if (answer.ok) {
        const said = await answer.json()
        keepAll(waiting().filter(({ id }) => !said.stored.includes(id)))
        if (page === here) {
          if (form.version.value === String(said.before)) form.version.value = said.version
          form.shown_at.value = said.at
          look ||= said.look
        }
      } else trouble = answer.type === 'opaqueredirect' || answer.status === 401 ? 'signIn' : 'failed'
    } catch {
      trouble ||= 'failed'
    }
  }
  sending = false
  if (!trouble && waiting().length === 0) trouble = 'sent'
  show()
  const typed = form.topic.value !== form.topic_was.value || form.note.value !== form.note_was.value
  // The page of the server shows what somebody else marked, too.
  if (look && !typed && !stays) location.reload()
  return !waiting().some((one) => one.page === here && one.user === words.user)
}

const sendIfOnline = () => (navigator.onLine ? send() : show())

form.addEventListener('change', ({ target }) => {
  const line = target.closest('.mark')
  if (!line || !isOn()) return
  line.touched = true
  keep(line, Date.now())
  trouble = ''
  show()
})

form.addEventListener('submit', async (event) => {
  if (!isOn()) return
  event.preventDefault()
  const act = event.submitter?.value ?? 'save'
  const pending = waiting().filter((one) => one.page === here && one.user === words.user)
  for (const line of lines()) {
    const id = field(line, 'student_id').value
    const kept = pending.some(({ student_id }) => student_id === id)
    if (line.touched || kept) continue
    const changed = line.querySelector('[name$=".mark"]:checked')?.defaultChecked === false
    // What was left as the page proposed it was so when the page was opened.
    if (changed || line.dataset.new !== undefined) keep(line, changed ? Date.now() : opened)
  }
  if (navigator.onLine && (await send({ stays: true }))) {
    const chosenVerb = document.getElementById('act')
    chosenVerb.name = 'act'
    chosenVerb.value = act
    form.submit()
  } else {
    if (trouble !== 'signIn') trouble = act === 'confirm' ? 'confirmLater' : trouble
    show()
  }
})

try {
  toggle.checked = stored('lunas.marks.on', 'false')
  toggle.closest('[hidden]').hidden = false
  toggle.addEventListener('change', () => {
    localStorage.setItem('lunas.marks.on', JSON.stringify(isOn()))
    show()
  })
  // What was tapped before the page was closed is on it again.
  for (const one of waiting()) {
    const line = lines().find((line) => field(line, 'student_id').value === one.student_id)
    if (!line || one.page !== here || one.user !== words.user) continue
    line.querySelector(`[value="${one.mark}"]`).checked = true
    for (const name of ['late_minutes', 'remark', 'makeup_for_id'])
      if (field(line, name)) field(line, name).value = one[name] ?? ''
  }
  addEventListener('online', () => send())
  addEventListener('offline', show)
  setInterval(() => waiting().length > 0 && sendIfOnline(), 20_000)
  sendIfOnline()
} catch {
  // Without storage the form alone marks.
}
