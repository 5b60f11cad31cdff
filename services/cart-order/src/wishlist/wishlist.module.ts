import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { PeopleModule } from '@shop/service-kit';
import { AlertsModule } from '../alerts/alerts.module.ts';
import { ClientsModule } from '../clients/clients.module.ts';
import { ProductSnapshotsModule } from '../product-snapshots/product-snapshots.module.ts';
import { RemoveWishlistWhenUserDeleted } from './remove-wishlist-when-user-deleted.ts';
import { WishlistController } from './wishlist.controller.ts';
import { wishlistLinkSchema, wishlistSchema } from './wishlist.schema.ts';
import { WishlistService } from './wishlist.service.ts';
import { WishlistsRepository } from './wishlists.repository.ts';

@Module({
  imports: [
    AlertsModule,
    ClientsModule,
    PeopleModule,
    ProductSnapshotsModule,
    MongooseModule.forFeature([
      { name: 'Wishlist', schema: wishlistSchema },
      { name: 'WishlistLink', schema: wishlistLinkSchema },
    ]),
  ],
  controllers: [WishlistController, RemoveWishlistWhenUserDeleted],
  providers: [WishlistService, WishlistsRepository],
  exports: [WishlistsRepository],
})
export class WishlistModule {}
