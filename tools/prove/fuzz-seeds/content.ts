import { type Any, done, type Products, type Seeds, sendFile } from './seeds.ts';

/** Pictures, clips, banners, posts, pages and the settings of the shop. */
export async function seedContent(seeds: Seeds, products: Products): Promise<void> {
  const { staff, parameters, bodies, fields } = seeds;
  await seedMedia(seeds, products);
  const { banners } = done('banners', await staff.ask('/discountbanner'));
  const { posts } = done('posts', await staff.ask('/instapost'));
  for (const [index, operation] of ['change', 'remove'].entries()) {
    parameters[`content.${operation}-banner`] = { id: banners[index]?._id };
    parameters[`content.${operation}-post`] = { id: posts[index]?._id };
  }
  fields['url'] = 'https://www.instagram.com/p/fuzzed/';
  bodies['content.change-banner'] = bodies['content.create-banner'] = { title: 'Fuzzed' };
  bodies['content.change-post'] = bodies['content.create-post'] = { url: fields['url'] };
  bodies['content.change-brand'] = { tagline: 'Fuzzed' };
  await seedPages(seeds);
  bodies['cart-order.save-international-rate'] = { country: 'Germany', courier: 'DHL/Express', charge: 20 };
  bodies['cart-order.update-charges'] = { freeShippingAbove: 9_000 };
  const areas = done('the delivery areas', await staff.ask('/admin/delivery/areas/export'));
  bodies['cart-order.import-delivery-areas'] = { csv: areas.csv };
  parameters['cart-order.remove-international-rate'] = { country: 'Germany', courier: 'DHL/Express' };
}

async function seedMedia(seeds: Seeds, products: Products): Promise<void> {
  const { shop, parameters, bodies, files } = seeds;
  const image = (products[0] as Any).images[0] as string;
  const clip = (products as Any[]).find((product) => product.video)?.video as string | undefined;
  const read = async (address: string) => (await fetch(shop.url + address)).arrayBuffer();
  const upload = async (kind: 'image' | 'video', bytes: ArrayBuffer): Promise<{ src: string; name: string }> => {
    const { src } = (await sendFile(shop, seeds.staff, { path: `/admin/${kind}s`, field: kind, bytes }))[kind];
    return { src, name: src.split('/').at(-1) };
  };
  const picture = await read(`${image}?w=640&f=jpeg`);
  files['image/*'] = Buffer.from(picture).toString('base64');
  parameters['content.get-demo-image'] = { name: image.split('/').at(-1)! };
  const { name, src } = await upload('image', picture);
  parameters['content.get-image'] = { name };
  for (const operation of ['get-medium', 'get-original']) parameters[`content.${operation}`] = { kind: 'images', name };
  // Of another size it is another picture.
  const replaced = await upload('image', await read(`${image}?w=320&f=jpeg`));
  parameters['content.replace-medium'] = { kind: 'images', name: replaced.name };
  bodies['content.replace-medium'] = { by: src };
  const removed = await upload('image', await read(`${(products[1] as Any).images[0]}?w=320&f=jpeg`));
  parameters['content.remove-medium'] = { kind: 'images', name: removed.name };
  if (!clip) return;
  const video = await read(clip);
  files['video/mp4'] = Buffer.from(video).toString('base64');
  parameters['content.get-demo-video'] = { name: clip.split('/').at(-1)! };
  parameters['content.get-video'] = { name: (await upload('video', video)).name };
}

async function seedPages({ staff, parameters, bodies }: Seeds): Promise<void> {
  const texts = { description: 'Asked', blocks: [{ kind: 'heading', text: 'Why?' }] };
  parameters['content.get-page'] = { slug: 'about' };
  parameters['content.change-page'] = { slug: 'faqs' };
  bodies['content.change-page'] = { title: 'Questions', ...texts };
  for (const operation of ['get-added', 'change-added', 'remove']) {
    const page = { title: `To ${operation}`, ...texts, status: 'published' };
    const { slug } = done('a page', await staff.create('/admin/pages', page)).page;
    parameters[`content.${operation}-page`] = { slug };
  }
  bodies['content.create-page'] = { title: 'A new page', ...texts };
  bodies['content.change-added-page'] = { title: 'Changed' };
}
