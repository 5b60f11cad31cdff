import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestService } from '@shop/service-kit/testing';
import { startContent } from '../../test/service-harness.ts';
import { BannersService } from '../banners/banners.service.ts';
import { PostsService } from '../posts/posts.service.ts';
import { banners, posts } from './showcase.ts';

describe('the posts and banners of the demo shop', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startContent();
  });
  afterAll(() => service.close());
  const load = async () => {
    await service.app.get(PostsService, { strict: false }).load(posts());
    await service.app.get(BannersService, { strict: false }).load(banners());
  };
  const listPosts = async () => {
    const { posts: found } = (await (await fetch(`${service.url}/api/v1/instapost`)).json()) as {
      posts: { _id: string; post: string; url: string }[];
    };
    return found;
  };

  it('show photographs only, and are there once however often they are loaded', async () => {
    await load();
    const first = await listPosts();
    await load();
    expect(await listPosts()).toEqual(first);
    expect(first.length).toBe(posts().length);
    expect(first.length).toBeGreaterThan(0);
    expect(first.filter(({ post }) => !post.endsWith('.avif'))).toEqual([]);
  });

  it('get better pictures as they are taken, but not where staff chose one', async () => {
    await load();
    const [one, other] = await listPosts();
    const rows = service.connection.collection('posts');
    await rows.updateOne({ url: one!.url }, { $set: { image: '/api/v1/images/demo/draft.avif' } });
    await rows.updateOne({ url: other!.url }, { $set: { image: '/api/v1/images/chosen.webp' } });
    await load();
    expect((await listPosts()).slice(0, 2)).toMatchObject([
      one!,
      { _id: other!._id, post: '/api/v1/images/chosen.webp' },
    ]);
  });
});
