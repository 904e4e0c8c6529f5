    machine.vm.box = [=m.box]
    machine.vm.network "private_network", ip: [=m.machine.address], netmask: [=m.own.netmask]
    machine.vm.provider "parallels" do |parallels|
      parallels.name = [=m.own.name]
      parallels.cpus = [=m.machine.cpus]
      parallels.memory = [=m.machine.memoryMiB]
      parallels.linked_clone = true
      parallels.update_guest_tools = false
      parallels.check_guest_tools = false
    end
