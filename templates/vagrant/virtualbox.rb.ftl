    machine.vm.box = [=m.box]
<#if m.machine.windows??>
    # hybridlab sets the address inside: Vagrant can do so by WinRM only.
    machine.vm.network "private_network", ip: [=m.machine.address], netmask: [=m.own.netmask], mac: [=m.mac], auto_config: false
<#else>
    machine.vm.network "private_network", ip: [=m.machine.address], netmask: [=m.own.netmask]
</#if>
    machine.vm.provider "virtualbox" do |virtualbox|
      virtualbox.name = [=m.own.name]
      virtualbox.cpus = [=m.machine.cpus]
      virtualbox.memory = [=m.machine.memoryMiB]
      virtualbox.linked_clone = true
      virtualbox.check_guest_additions = false
<#if m.own.foreignFrames>
      # Pods' frames carry hardware addresses that VirtualBox did not give out; else it drops them.
      virtualbox.customize ["modifyvm", :id, "--nicpromisc2", "allow-all"]
</#if>
    end
