    machine.vm.box = [=m.box]
    machine.vm.network "private_network", ip: [=m.machine.address], netmask: [=m.own.netmask]
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
