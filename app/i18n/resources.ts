import enAdmin from './en/admin.json' with { type: 'json' }
import enAuth from './en/auth.json' with { type: 'json' }
import enCategory from './en/category.json' with { type: 'json' }
import enCollection from './en/collection.json' with { type: 'json' }
import enCommon from './en/common.json' with { type: 'json' }
import enDashboard from './en/dashboard.json' with { type: 'json' }
import enDocument from './en/document.json' with { type: 'json' }
import enFlash from './en/flash.json' with { type: 'json' }
import enFpx from './en/fpx.json' with { type: 'json' }
import enInvoice from './en/invoice.json' with { type: 'json' }
import enMail from './en/mail.json' with { type: 'json' }
import enMenu from './en/menu.json' with { type: 'json' }
import enPayment from './en/payment.json' with { type: 'json' }
import enRefusal from './en/refusal.json' with { type: 'json' }
import enStarter from './en/starter.json' with { type: 'json' }
import myAdmin from './my/admin.json' with { type: 'json' }
import myAuth from './my/auth.json' with { type: 'json' }
import myCategory from './my/category.json' with { type: 'json' }
import myCollection from './my/collection.json' with { type: 'json' }
import myCommon from './my/common.json' with { type: 'json' }
import myDashboard from './my/dashboard.json' with { type: 'json' }
import myDocument from './my/document.json' with { type: 'json' }
import myFlash from './my/flash.json' with { type: 'json' }
import myFpx from './my/fpx.json' with { type: 'json' }
import myInvoice from './my/invoice.json' with { type: 'json' }
import myMail from './my/mail.json' with { type: 'json' }
import myMenu from './my/menu.json' with { type: 'json' }
import myPayment from './my/payment.json' with { type: 'json' }
import myRefusal from './my/refusal.json' with { type: 'json' }
import myStarter from './my/starter.json' with { type: 'json' }

/** Every sentence a user reads: language → group → key. */
export const resources = {
  en: {
    translation: {
      admin: enAdmin,
      auth: enAuth,
      category: enCategory,
      collection: enCollection,
      common: enCommon,
      dashboard: enDashboard,
      document: enDocument,
      flash: enFlash,
      fpx: enFpx,
      invoice: enInvoice,
      mail: enMail,
      menu: enMenu,
      payment: enPayment,
      refusal: enRefusal,
      starter: enStarter,
    },
  },
  my: {
    translation: {
      admin: myAdmin,
      auth: myAuth,
      category: myCategory,
      collection: myCollection,
      common: myCommon,
      dashboard: myDashboard,
      document: myDocument,
      flash: myFlash,
      fpx: myFpx,
      invoice: myInvoice,
      mail: myMail,
      menu: myMenu,
      payment: myPayment,
      refusal: myRefusal,
      starter: myStarter,
    },
  },
}
