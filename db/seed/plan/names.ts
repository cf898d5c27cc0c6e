/** Names as Malaysians bear them. The people are put together by chance and are nobody. */

export type Community = 'malay' | 'chinese' | 'indian' | 'sikh' | 'iban' | 'kadazan'

/** How common each is among the families of the demo. */
export const shares: Record<Community, number> = {
  malay: 54,
  chinese: 23,
  indian: 12,
  sikh: 3,
  iban: 4,
  kadazan: 4,
}

interface Names {
  /** Of grown-ups and of children: names go out of fashion. */
  men: readonly string[]
  women: readonly string[]
  boys: readonly string[]
  girls: readonly string[]
  /** What stands after or before the own name when it is not the father's. */
  families: readonly string[]
}

export const names: Record<Community, Names> = {
  malay: {
    men: list(
      'Azman, Rosli, Hafizi, Kamarul, Shahrul, Faizal, Zulkifli, Hisham, Nazri, Rahimi, Suhaimi, Azlan, Khairul Nizam, Fadzil, Ridzuan, Mazlan, Saiful Bahri, Hairul, Norazmi, Shamsul, Badrul, Jamaludin, Hasbullah, Tarmizi, Zamri',
    ),
    women: list(
      'Rohana, Norlida, Azizah, Salmiah, Hasnah, Zaleha, Faridah, Noraini, Rosnah, Suriani, Mazni, Haslinda, Zuraidah, Norhayati, Rafidah, Salina, Yusnita, Roslina, Nurul Huda, Haniza, Azlina, Juliana, Fazlina, Wan Hasniza',
    ),
    boys: list(
      'Aiman Hakim, Danish Haikal, Muhammad Haziq, Irfan Zafri, Adam Haikal, Luqman Nurhakim, Muhammad Zikri, Izzat Danial, Amirul Haqim, Harith Iskandar, Syahmi, Muhammad Aqil, Rayyan Mikhail, Faris Aqmal, Naufal Rizqi, Umar Abdul Aziz, Idris, Muhammad Aryan, Muhammad Iman, Ammar Yasir, Zahin Imran, Hakimi, Uwais Al-Qarni, Yusuf Arif, Mikail Rizqi, Ahmad Danial, Ariff Budiman, Khalish Irfan, Nazmi, Ahmad Syukri, Thaqif Zuhair, Wafiy, Muhammad Faiz, Emir Rayyan, Afiq Najmi, Hafiy Aisar',
    ),
    girls: list(
      'Nur Aisyah, Alya Maisarah, Balqis Humaira, Damia Qaisara, Hana Sofea, Iman Batrisyia, Siti Khadijah, Maisarah, Nur Iris, Puteri Alisa, Qistina Airis, Raihanah, Safiyyah, Sumayyah, Umairah, Zara Irdina, Nur Hidayah, Auni Syahirah, Insyirah, Dhia Zulaikha, Arissa Hani, Hawa, Medina, Nur Amani, Sakinah, Nur Ain Sofiya, Adelia Husna, Farisya Aulia, Irdina Wafiyah, Nurul Hanan, Amna Zahra, Hidayah Solehah, Lia Natasha, Mawar Qaseh, Nadhirah, Wardah Sofia',
    ),
    families: list(
      'Abdul Ghani, Mat Isa, Che Din, Osman, Sulaiman, Yaakub, Abu Bakar, Ismail, Daud, Mohd Yunus, Kassim, Mahmud, Talib, Salleh, Jaafar, Harun, Abdul Manaf, Shaari, Mustapha, Baharom',
    ),
  },
  chinese: {
    men: list(
      'Kok Leong, Chee Seng, Boon Kiat, Wai Hoong, Swee Huat, Teck Soon, Yew Meng, Kah Fai, Choon Hock, Hock Lye, Keng Hui, Weng Fatt, Siew Hin, Tian Loong',
    ),
    women: list(
      'Mei Fong, Siew Lan, Lai Kuan, Bee Hoon, Swee Lian, Yoke Peng, Chui Ling, Poh Geok, Ai Ling, Sook Yee, Hui Cheng, Kim Choo, Saw Imm, Yen Fern',
    ),
    boys: list(
      'Jun Hao, Zhi Xuan, Yi Heng, Kai Jie, Wen Hao, Zi Yang, Jia Le, Yong Sheng, Ming Zhe, Hao Ran, Ethan Zhi Hong, Ryan Jun Kit, Kah Jun, Shen Yi',
    ),
    girls: list(
      'Xin Yi, Jia Hui, Yu Tong, Zi Qi, Shu Wen, Hui Xin, Kai Xin, Yi Ting, En Xin, Jia Xuan, Chloe Xin Ru, Zoe Wan Qing, Li Shan, Pei Yee',
    ),
    families: list(
      'Tan, Lim, Lee, Wong, Ng, Chong, Chan, Teoh, Goh, Ong, Yap, Liew, Low, Foo, Khoo, Cheah, Koh, Loke, Soh, Phang',
    ),
  },
  indian: {
    men: list(
      'Murugan, Subramaniam, Ganesan, Ravichandran, Balakrishnan, Thiagarajan, Suresh, Jeyakumar, Kumaran, Manoharan, Segaran, Prabakaran, Vijayan, Elango',
    ),
    women: list(
      'Kavitha, Shanti, Letchumy, Vasanthi, Saraswathy, Malathi, Kogila, Premila, Sumathi, Thilagavathy, Devi Priya, Jayanthi, Parameswari, Anusha',
    ),
    boys: list(
      'Dinesh, Kishen, Harish, Thinesh, Logan, Pravin, Yuvaraj, Sanjay, Rohan, Vishnu, Arvind, Nithin, Kavin, Tharun',
    ),
    girls: list(
      'Divya, Nisha, Kirthana, Thivya, Yashini, Sharmila, Hemala, Pavithra, Anjali, Meera, Lavanya, Swathi, Keerthi, Oviya',
    ),
    families: list('Arumugam, Govindasamy, Kandiah, Muthusamy, Perumal, Rajendran, Sivalingam, Velayutham'),
  },
  sikh: {
    men: list('Gurdev Singh, Manjit Singh, Balwinder Singh, Sukhdev Singh, Ranjit Singh, Kuldip Singh'),
    women: list('Paramjit Kaur, Harvinder Kaur, Surinder Kaur, Baljit Kaur, Rajinder Kaur, Amarjit Kaur'),
    boys: list('Arjan Singh, Harvin Singh, Jasraj Singh, Taran Singh, Veer Singh, Kabir Singh'),
    girls: list('Simran Kaur, Jasleen Kaur, Manveen Kaur, Harleen Kaur, Kiran Kaur, Ashveen Kaur'),
    families: list('Bachan Singh, Mohinder Singh, Santokh Singh, Gurnam Singh'),
  },
  iban: {
    men: list('Jelani, Ansel, Empeni, Unchat, Nyambong, Sylvester, Ritong, Bujang'),
    women: list('Simbai, Lutong, Anita, Remia, Sendi, Catherine, Mengiang, Unai'),
    boys: list('Jeremy, Clement, Brendan, Elvin, Rayner, Darren, Terence, Julian'),
    girls: list('Melissa, Valerie, Fiona, Gloria, Stella, Rachel, Jessica, Evelyn'),
    families: list('Anding, Gerijih, Jimbun, Kalong, Langgai, Sandin'),
  },
  kadazan: {
    men: list('Jeffery, Robin, Edmund, Raymond, Francis, Wilfred, Albinus, Justin'),
    women: list('Jenny, Rosalia, Veronica, Doreen, Agnes, Lilian, Bernadette, Magdalene'),
    boys: list('Aaron, Bryan, Nicholas, Gabriel, Lucas, Jordan, Alvin, Kenneth'),
    girls: list('Amanda, Natasha, Hannah, Cassandra, Bianca, Clarissa, Joanna, Felicia'),
    families: list('Gimbang, Lojikin, Majimbun, Sipaun, Tangau, Mojuntin, Gontusan'),
  },
}

export interface FamilyFromAbroad {
  /** Country code as in ISO 3166. */
  nationality: string
  father: string
  mother: string
  boys: readonly string[]
  girls: readonly string[]
}

/** Families from abroad, whose fees a school taxes; each comes once. */
export const familiesFromAbroad: readonly FamilyFromAbroad[] = [
  abroad(
    'ID',
    'Bambang Setyawan',
    'Ratna Setyawan',
    'Rizky, Bayu, Galih',
    'Intan, Kirana, Putri',
    ' Setyawan',
  ),
  abroad('JP', 'Kenji Morikawa', 'Yuka Morikawa', 'Haruto, Sota, Ren', 'Sakura, Hina, Yui', ' Morikawa'),
  abroad('GB', 'Thomas Ashdown', 'Emily Ashdown', 'Oliver, Harry, Theo', 'Poppy, Isla, Florence', ' Ashdown'),
  abroad('PK', 'Tariq Lodhi', 'Sana Lodhi', 'Bilal, Hamza, Saad', 'Zainab, Mahnoor, Hiba', ' Lodhi'),
  abroad(
    'KR',
    'Seo Jae-min',
    'Baek Yoo-ri',
    'Seo Ha-joon, Seo Do-yun, Seo Si-woo',
    'Seo Na-eun, Seo Ha-rin, Seo Yu-na',
  ),
  abroad('BD', 'Rafiqul Haque', 'Nasima Haque', 'Tanvir, Sakib, Nabil', 'Farzana, Tasnim, Nusrat', ' Haque'),
  abroad(
    'CN',
    'Gao Zhiyuan',
    'Shen Meilin',
    'Gao Yuchen, Gao Haoyu, Gao Zimo',
    'Gao Ruoxi, Gao Yutong, Gao Sihan',
  ),
  abroad('ID', 'Agus Prasetya', 'Dewi Prasetya', 'Fajar, Gilang, Reza', 'Citra, Melati, Ayu', ' Prasetya'),
]

function abroad(
  nationality: string,
  father: string,
  mother: string,
  boys: string,
  girls: string,
  surname = '',
): FamilyFromAbroad {
  const children = (text: string) => list(text).map((given) => given + surname)
  return { nationality, father, mother, boys: children(boys), girls: children(girls) }
}

function list(text: string): readonly string[] {
  return text.split(', ')
}
