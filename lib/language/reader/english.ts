/** Small words of English and of wallets, which occur in nearly every sentence. */
const english =
  words(`a an the my your his her our their this that these those it its i i'm im i'd i've you he she we they me him
  them us and or but if then when while because so not no don't dont do does did is isn't are was were be been have has had
  can could would should will won't shall may might must of to from for with without into onto on off in at by via under
  over above below than as about after before until till what whats what's which who whose where why how how's much many all
  half everything some any each every other more less most least please pls plz thanks thank hi hey ok okay yes yeah yep nope
  swap send buy sell bridge stake unstake move transfer pay borrow lend repay withdraw deposit supply claim wrap unwrap
  revoke approve cancel stop show get put take make give keep leave use want need like just only still also again there here
  now today tomorrow week month price balance worth max`)

/** Small words of other common languages that are neither English nor names. */
const foreign = words(`
  al fue quien nunca nada mande mandes cancela lo mañana anzi foi quem roubou para envíes ich mandami
  el los las un una unos del al por para con sin que qué cuánto cuanto cuánta cómo como cuando dónde quiero quisiera puedo puedes
  mi mis tu su yo está esta esto eso estoy tengo tiene hay más pero muy hoy ahora todo toda todos mitad gracias favor hola
  enviar envía envia manda mandar cambia cambiar vender vende comprar compra mover conviene es soy
  os dos das uma não nao meu minha meus minhas você voce eu quero quanto isso agora tudo obrigado obrigada até mais
  envie enviar troque trocar mande vou tenho pra pelo
  le les une des du au aux et ou où mon ma mes ton ta ses je tu elle nous vous ils est sont suis ai avec sans pour dans sur
  que qui quoi combien comment veux peux peut faut tout tous moitié maintenant merci bonjour svp envoie envoyer échange
  échanger achète acheter vends vendre c'est j'ai n'est pas s'il
  der das den dem des ein eine einen einem einer und oder aber nicht kein keine ich du er sie wir ihr mich mir dir mein meine
  meinen meiner ist sind bin habe hast kann kannst möchte will wie viel was wo wann warum bitte danke hallo auf für fur mit ohne
  von zu zum zur nach bei schick schicke sende senden tausche tauschen kaufe kaufen verkaufe verkaufen alle alles jetzt heute
  lo gli dei delle della dello di da nel nella sul che cosa quanto dove voglio vorrei posso puoi mio mia miei tuo
  sono è ho hai questo questa tutto tutti metà adesso grazie ciao invia inviare manda scambia scambiare compra vendi non più
  het een van naar voor met zonder en maar niet geen ik jij hij zij wij mijn jouw zijn hebben heb kan wil hoeveel wat waar
  graag alsjeblieft stuur ruil koop verkoop alles nu
  i do za się sie nie jest są ja mój moje mam chcę chce ile jak gdzie proszę prosze dziękuję wyślij wyslij zamień zamien
  kup sprzedaj wszystko teraz że
  ve bir bu şu ben sen benim için icin ile ne kadar nasıl lütfen lutfen gönder gonder değiştir hepsini şimdi var yok mı mi
  och att det som en ett inte jag du han hon mitt har kan vill hur mycket skicka byt köp sälj tack allt nu på för med till
  yang di ke dari untuk dengan tidak saya aku kamu ini itu apa berapa bagaimana tolong kirim tukar beli jual semua sekarang
  ang ng mga sa ko mo po ako ikaw magkano paano padala lahat ngayon
  và của là cho không tôi bạn này bao nhiêu gửi đổi mua bán tất cả
  și si sa nu este sunt eu meu mea vreau cât cat unde trimite schimbă cumpără vinde toate acum
  mujhe mera mere meri hai hain ko ka ki ke se bhejo bhej karo kar do kitna kya nahi nahin aur abhi chahiye paise`)

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter(Boolean))
}

/** Words of both, which count for neither. */
const shared = new Set(
  [...foreign]
    .filter((word) => english.has(word))
    .concat('die dai so was will man hat gut a no me do as yo po di da ma mo'.split(' ')),
)

/** True if a text is English, as far as its small words and letters tell. Text without any counts as English. */
export function isEnglish(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if ((text.match(/(?!\p{Script=Latin})\p{L}/gu)?.length ?? 0) * 3 > letters) return false
  let [ours, theirs] = [0, 0]
  for (const [word] of text
    .toLowerCase()
    .replaceAll('’', "'")
    .matchAll(/[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*/gu)) {
    if (shared.has(word)) continue
    if (english.has(word)) ours += 1
    else if (foreign.has(word)) theirs += word.length > 1 ? 1 : 0
  }
  return theirs === 0 || ours > theirs || (ours === theirs && ours > 1)
}
