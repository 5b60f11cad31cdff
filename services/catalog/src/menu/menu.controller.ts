import { catalog } from '@shop/contracts';
import { ContractController, Route } from '@shop/service-kit';
import { MenuService } from './menu.service.ts';

@ContractController()
export class MenuController {
  constructor(private readonly menu: MenuService) {}

  @Route(catalog.getMenu)
  get() {
    return this.menu.menu();
  }
}
