import {
  asAmount,
  asChoice,
  asCount,
  asDate,
  asNumber,
  asText,
  type Reader,
} from '#app/domain/core/spreadsheets/cells.ts'
import type { ImportField } from '../kind.ts'
import { fieldsNamed, needed } from './fields.ts'

const frequency = asChoice({
  one_off: 'sekali,sekali sahaja,once,one off,one time',
  monthly: 'bulanan,setiap bulan,sebulan,month',
  quarterly: 'suku tahun,setiap suku tahun,every quarter',
  half_yearly: 'setengah tahun,separuh tahun,semester,every half year',
  yearly: 'tahunan,setiap tahun,annual,annually,year',
})

const field = fieldsNamed((key) => ({ label: `subject.${key}`, of: 'subject.one' }))
const fee = (key: string, read: Reader, words: string, sample: ImportField['sample'] = '') =>
  field(`fee_${key}`, read, words, sample, { label: `subject_fee.${key}`, of: 'import.fee' })

export const subjectFields: readonly ImportField[] = [
  field('code', asNumber, 'code,kod,class code,subject code,kod kelas,kod subjek', 'MT3A', {
    ...needed,
    label: 'subject.code',
  }),
  field(
    'name',
    asText,
    'name,nama,class,class name,subject,subject name,kelas,nama kelas,subjek,nama subjek',
    ['Mathematics 3A', 'Matematik 3A'],
    { ...needed, label: 'subject.name' },
  ),
  field('program_id', asText, 'program,programme,program code,kod program', 'UPSR', needed),
  field('module_id', asText, 'module,modul,module code,kod modul'),
  field('category_id', asText, 'category,kategori,level,tahap,category code,kod kategori'),
  field('branch_id', asText, 'branch,cawangan,branch code,kod cawangan'),
  field('capacity', asCount, 'capacity,places,seats,kapasiti,tempat,bilangan tempat', '20'),
  field('session_minutes', asCount, 'minutes,duration,session minutes,minit,tempoh', '90'),
  field('sessions_per_month', asCount, 'sessions,sessions per month,sesi sebulan,bilangan sesi', '4'),
  field('starts_on', asDate, 'start date,first day,starts,tarikh mula,mula'),
  field('ends_on', asDate, 'end date,last day,ends,tarikh tamat,tamat'),
  field('min_age', asCount, 'lowest age,min age,umur minimum'),
  field('max_age', asCount, 'highest age,max age,umur maksimum'),
  fee('fee_type_id', asText, 'fee type,jenis yuran,fee,yuran,fee code,kod yuran', ''),
  fee(
    'amount_sen',
    asAmount,
    'amount,fee amount,price,harga,jumlah,kadar,rm,yuran rm,jumlah yuran',
    '120.00',
  ),
  fee('frequency', frequency, 'frequency,how often,kekerapan', ['Monthly', 'Bulanan']),
  fee('due_day', asCount, 'due day,hari akhir bayaran', '7'),
  fee('starts_on', asDate, 'fee from,yuran dari,yuran mula'),
]
