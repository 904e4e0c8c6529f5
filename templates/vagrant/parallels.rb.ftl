    machine.vm.box = [=m.box]
<#if m.machine.windows??>
    # hybridlab sets the address inside: Vagrant can do so by WinRM only.
    machine.vm.network "private_network", ip: [=m.machine.address], netmask: [=m.own.netmask], mac: [=m.mac], auto_config: false
<#else>
    machine.vm.network "private_network", ip: [=m.machine.address], netmask: [=m.own.netmask]
</#if>
    machine.vm.provider "parallels" do |parallels|
      parallels.name = [=m.own.name]
      parallels.cpus = [=m.machine.cpus]
      parallels.memory = [=m.machine.memoryMiB]
      parallels.linked_clone = true
      parallels.update_guest_tools = false
      parallels.check_guest_tools = false
    end
