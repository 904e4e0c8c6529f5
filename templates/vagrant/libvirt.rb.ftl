    machine.vm.box = [=m.box]
<#if m.machine.os.word() == "linux">
    # Spares Vagrant the look for the guest's system, of which it needs nothing here.
    machine.vm.guest = "linux"
</#if>
    machine.ssh.host = [=m.machine.address]
    machine.vm.provider "libvirt" do |libvirt|
      libvirt.uri = "qemu:///system"
      libvirt.driver = [=m.own.driver]
      libvirt.machine_arch = [=m.own.arch]
<#if m.machine.arch.word() == "arm64">
      libvirt.machine_type = "virt"
</#if>
      libvirt.cpu_mode = [=m.own.cpu]
      libvirt.cpus = [=m.machine.cpus]
      libvirt.memory = [=m.machine.memoryMiB]
      libvirt.default_prefix = [=m.own.prefix]
      libvirt.graphics_type = "none"
<#if m.machine.windows??>
      # Windows brings no drivers for virtio.
      libvirt.nic_model_type = [=m.needs.nic]
      libvirt.disk_bus = [=m.needs.disk]
</#if>
      # The lab's network, which hybridlab made with an address reserved for this hardware address. The machine has no
      # other interface.
      libvirt.management_network_name = [=m.own.network]
      libvirt.management_network_address = [=lab.network.machines]
      libvirt.management_network_mac = [=m.own.mac]
      libvirt.management_network_keep = true
    end
