import type { Locale } from '../../service/resources/checkout-session/model'

/** The texts of a hosted checkout in Thai and Japanese, by the English ones. `{…}` is filled in. */
const texts: { readonly [english: string]: readonly [th: string, ja: string] } = {
  'Your payment': ['การชำระเงินของคุณ', 'お支払い'],
  'Order {order}': ['คำสั่งซื้อ {order}', '注文 {order}'],
  'Pay {amount}': ['ชำระ {amount}', '{amount} を支払う'],
  'Card number': ['หมายเลขบัตร', 'カード番号'],
  'Name on card': ['ชื่อบนบัตร', 'カード名義'],
  Month: ['เดือน', '月'],
  Year: ['ปี', '年'],
  Code: ['รหัส', 'コード'],
  'Ways to pay': ['ช่องทางชำระเงิน', 'お支払い方法'],
  'Other ways to pay': ['ช่องทางชำระเงินอื่น', 'その他のお支払い方法'],
  'Cancel and go back to the shop': ['ยกเลิกและกลับไปที่ร้านค้า', 'キャンセルしてショップに戻る'],
  'Back to the shop': ['กลับไปที่ร้านค้า', 'ショップに戻る'],
  Continue: ['ดำเนินการต่อ', '続ける'],
  'Your payment by {method} is not finished.': [
    'การชำระเงินผ่าน {method} ยังไม่เสร็จสิ้น',
    '{method} でのお支払いが完了していません。',
  ],
  'This payment is complete': ['ชำระเงินเรียบร้อยแล้ว', 'お支払いは完了しています'],
  'It was paid before. Nothing more is charged.': [
    'รายการนี้ชำระเงินแล้ว จะไม่มีการเรียกเก็บเงินเพิ่ม',
    'すでに支払われています。これ以上の請求はありません。',
  ],
  'This payment was cancelled': ['การชำระเงินนี้ถูกยกเลิกแล้ว', 'このお支払いはキャンセルされました'],
  'This payment has expired': ['การชำระเงินนี้หมดอายุแล้ว', 'このお支払いは期限切れです'],
  'Nothing is charged. Start again in the shop.': [
    'ไม่มีการเรียกเก็บเงิน โปรดเริ่มใหม่ที่ร้านค้า',
    '請求はありません。ショップからもう一度お試しください。',
  ],
  Bank: ['ธนาคาร', '銀行'],
  'Phone number': ['หมายเลขโทรศัพท์', '電話番号'],
  Email: ['อีเมล', 'メールアドレス'],
  Name: ['ชื่อ', 'お名前'],
  'Number of months': ['จำนวนเดือน', '支払回数'],
  'Code from your app': ['รหัสจากแอปของคุณ', 'アプリのコード'],
  'Nothing was paid yet. Check the marked fields.': [
    'ยังไม่มีการชำระเงิน โปรดตรวจสอบช่องที่ระบุ',
    'まだ支払われていません。印のついた項目をご確認ください。',
  ],
  'Enter the number on your card.': ['กรอกหมายเลขบนบัตร', 'カード番号を入力してください。'],
  'Cards of this brand are not accepted. Try another card.': [
    'ไม่รับบัตรประเภทนี้ โปรดใช้บัตรอื่น',
    'このブランドのカードは使えません。別のカードをお試しください。',
  ],
  'This is not a card number. Check the digits.': [
    'หมายเลขบัตรไม่ถูกต้อง โปรดตรวจสอบตัวเลข',
    'カード番号が正しくありません。数字をご確認ください。',
  ],
  'Enter the name on your card.': ['กรอกชื่อบนบัตร', 'カードの名義を入力してください。'],
  'Enter the month, such as 12.': ['กรอกเดือน เช่น 12', '月を入力してください（例: 12）。'],
  'Enter the year, such as 2030.': ['กรอกปี เช่น 2030', '年を入力してください（例: 2030）。'],
  'This card has expired. Try another card.': [
    'บัตรนี้หมดอายุแล้ว โปรดใช้บัตรอื่น',
    'このカードは有効期限が切れています。別のカードをお試しください。',
  ],
  'Enter the 3 or 4 digits.': ['กรอกตัวเลข 3 หรือ 4 หลัก', '3桁または4桁の数字を入力してください。'],
}

/** What names of methods are made of besides proper names. The longer ones come first. */
const parts: { readonly [english: string]: readonly [th: string, ja: string] } = {
  'Installments by card': ['ผ่อนชำระด้วยบัตร', 'カードの分割払い'],
  Installments: ['ผ่อนชำระ', '分割払い'],
  'Mobile banking': ['โมบายแบงก์กิ้ง', 'モバイルバンキング'],
  'Internet banking': ['อินเทอร์เน็ตแบงก์กิ้ง', 'インターネットバンキング'],
  'Bill payment': ['ชำระบิล', '請求書払い'],
  'Convenience store': ['ร้านสะดวกซื้อ', 'コンビニ払い'],
  barcode: ['บาร์โค้ด', 'バーコード'],
}

const columns = { th: 0, ja: 1 } as const

/** A text in the language of a session; one that has no translation in English. */
export type Say = (english: string, filled?: Readonly<Record<string, string>>) => string

export const sayIn =
  (locale: Locale): Say =>
  (english, filled = {}) => {
    const text = locale === 'en' ? english : (texts[english]?.[columns[locale]] ?? english)
    return text.replace(/\{(\w+)\}/g, (_, name: string) => filled[name] ?? '')
  }

/** The name of a method, whose common words are those of the language. */
export const methodIn = (locale: Locale, name: string): string => {
  if (locale === 'en') return name
  const column = columns[locale]
  return Object.entries(parts).reduce((text, [english, own]) => text.replace(english, own[column]), name)
}
