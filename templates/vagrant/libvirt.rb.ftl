    machine.vm.box = [=m.box]
<#if m.machine.os.id() == "linux">
    # Spares Vagrant the look for the guest's system, of which it needs nothing here.
    machine.vm.guest = "linux"
    # `hybridlab up` names the machine by itself; Vagrant would log in again and again for it.
    machine.vm.hostname = nil if ENV["HYBRIDLAB_UP"] == "1"
</#if>
    machine.ssh.host = [=m.machine.address]
    machine.vm.provider "libvirt" do |libvirt|
      libvirt.uri = "qemu:///system"
      libvirt.driver = [=m.own.driver]
      libvirt.machine_arch = [=m.own.arch]
<#if m.machine.arch.id() == "arm64">
      libvirt.machine_type = "virt"
</#if>
      libvirt.cpu_mode = [=m.own.cpu]
<#if m.own.cpuModel??>
      libvirt.cpu_model = [=m.own.cpuModel]
</#if>
<#if m.own.driver == "qemu">
      require "etc"
      # Interpreted processors that outnumber the host's own hold each other up: the one that has a lock is not running.
      libvirt.cpus = [[=m.machine.cpus], Etc.nprocessors].min
<#else>
      libvirt.cpus = [=m.machine.cpus]
</#if>
      libvirt.memory = [=m.machine.memoryMiB]
      libvirt.default_prefix = [=m.own.prefix]
      libvirt.graphics_type = "none"
      libvirt.memballoon_enabled = false
      # A new machine has to make keys before it knows anything that is random.
      libvirt.random model: "random"
      # etcd waits for the disk at every write. What the host has not written when its power fails is lost: the lab is
      # then destroyed and made again.
      libvirt.disk_driver cache: "unsafe"
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
